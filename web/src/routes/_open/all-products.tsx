import { createFileRoute } from '@tanstack/react-router'
import { Page } from '../../ui/Page.tsx'

export const Route = createFileRoute('/_open/all-products')({
  component: () => <Page title="page.products">{null}</Page>,
})
