import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/admin/audit')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/_shell/admin/audit"!</div>
}
