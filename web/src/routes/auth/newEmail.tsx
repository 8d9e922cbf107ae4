import { createFileRoute } from '@tanstack/react-router'
import { NewEmailPage } from '../../features/sign-in/NewEmailPage.tsx'

export const Route = createFileRoute('/auth/newEmail')({ component: NewEmailPage })
