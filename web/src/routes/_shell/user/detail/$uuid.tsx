import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_shell/user/detail/$uuid')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/_shell/user/detail/$uuid"!</div>
}
