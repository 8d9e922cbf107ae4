import { createFileRoute } from '@tanstack/react-router'
import { ForgotPage } from '../../features/sign-in/ForgotPage.tsx'

export const Route = createFileRoute('/auth/forgotPassword')({ component: ForgotPage })
