import { createFileRoute } from '@tanstack/react-router'
import { Page } from '../../../ui/Page.tsx'

export const Route = createFileRoute('/ndr/onboard/device')({
  component: () => <Page title="menu.onboarding">{null}</Page>,
})
