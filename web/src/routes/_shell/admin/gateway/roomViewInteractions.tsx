import { roomsData } from '@carewatch/contracts/http/rooms'
import { createFileRoute } from '@tanstack/react-router'
import { RoomSearch } from '../../../../features/rooms/search.ts'
import { RoomViewPage } from '../../../../features/rooms/RoomViewPage.tsx'
import { call } from '../../../../http/call.ts'
import { guard } from '../../../../shell/guard.ts'

export const Route = createFileRoute('/_shell/admin/gateway/roomViewInteractions')({
  validateSearch: RoomSearch,
  beforeLoad: guard('roomView'),
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => call(roomsData, { query: { branchUuid: deps.branch } }),
  component: RoomView,
})

function RoomView() {
  const navigate = Route.useNavigate()
  const search = Route.useSearch()
  return (
    <RoomViewPage
      key={search.branch ?? ''}
      loaded={Route.useLoaderData()}
      search={search}
      onSearch={(to) => void navigate({ search: to })}
    />
  )
}
