import { createFileRoute } from '@tanstack/react-router'
import { ErrorPage } from '../../shell/ErrorPage.tsx'

export const Route = createFileRoute('/errors/error-401')({ component: () => <ErrorPage name="401" /> })
