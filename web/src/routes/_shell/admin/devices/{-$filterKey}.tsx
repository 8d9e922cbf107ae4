import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/admin/devices/{-$filterKey}')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/_shell/admin/devices/-$filterKey"!</div>
}
