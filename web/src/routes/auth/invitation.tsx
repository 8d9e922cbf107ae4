import { createFileRoute } from '@tanstack/react-router'
import { InvitationPage } from '../../features/sign-in/InvitationPage.tsx'

export const Route = createFileRoute('/auth/invitation')({ component: InvitationPage })
