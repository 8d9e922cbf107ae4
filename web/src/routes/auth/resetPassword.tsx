import { createFileRoute } from '@tanstack/react-router'
import { ResetPage } from '../../features/sign-in/ResetPage.tsx'

export const Route = createFileRoute('/auth/resetPassword')({ component: ResetPage })
