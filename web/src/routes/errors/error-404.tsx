import { createFileRoute } from '@tanstack/react-router'
import { ErrorPage } from '../../shell/ErrorPage.tsx'

export const Route = createFileRoute('/errors/error-404')({ component: () => <ErrorPage name="404" /> })
