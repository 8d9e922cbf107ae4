import { createFileRoute } from '@tanstack/react-router'
import { ErrorPage } from '../../shell/ErrorPage.tsx'

export const Route = createFileRoute('/errors/error-500')({ component: () => <ErrorPage name="500" /> })
