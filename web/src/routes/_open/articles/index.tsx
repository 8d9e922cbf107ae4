import { createFileRoute } from '@tanstack/react-router'
import { Page } from '../../../ui/Page.tsx'

export const Route = createFileRoute('/_open/articles/')({
  component: () => <Page title="page.articles">{null}</Page>,
})
