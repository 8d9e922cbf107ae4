import { createFileRoute } from '@tanstack/react-router'
import { Page } from '../../ui/Page.tsx'

export const Route = createFileRoute('/auth/register')({
  component: () => <Page title="page.home">{null}</Page>,
})
