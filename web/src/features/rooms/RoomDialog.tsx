import { allRooms, newRoom, updateRoom } from '@carewatch/contracts/http/rooms'
import type { Room } from '@carewatch/contracts/http/gateways-and-beacons'
import { PAGE_SIZE_MAX } from '@carewatch/contracts/numbers'
import { dialog } from '../../dialogs/dialog.ts'
import { call } from '../../http/call.ts'
import { showDone } from '../../ui/page/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { findBranches } from '../../ui/people/lookups.ts'

const name: Field = { kind: 'text', name: 'name', label: 'rooms.name', required: true, maxLength: 64 }

function AddRoom({ close }: { close: () => void }) {
  const form = useEndpointForm({
    endpoint: newRoom,
    initial: { name: '', branchId: null as string | null },
    onDone: () => {
      close()
      showDone('done.added')
    },
  })
  const branch: Field = {
    kind: 'lookup',
    name: 'branchId',
    label: 'devices.branch',
    required: true,
    find: findBranches,
  }
  return (
    <EndpointForm form={form} submit="rooms.add" onCancel={close}>
      <Fields form={form} fields={[name, branch]} />
    </EndpointForm>
  )
}

function EditRoom({ room, close }: { room: Room; close: () => void }) {
  const form = useEndpointForm({
    endpoint: updateRoom,
    params: { uuid: room.uuid },
    initial: { name: room.name, status: room.status },
    body: (values) => ({
      name: values.name,
      status: values.status || null,
      updatedAt: room.updatedAt.toISOString(),
    }),
    onDone: () => {
      close()
      showDone('done.saved')
    },
  })
  const status: Field = {
    kind: 'select',
    name: 'status',
    label: 'rooms.status',
    clearable: true,
    options: room.roomStatuses.map((value) => ({ value, label: value })),
  }
  return (
    <EndpointForm form={form} submit="action.save" onCancel={close}>
      <Fields form={form} fields={[name, status]} />
    </EndpointForm>
  )
}

/** A room by its uuid. No call answers one alone: it is looked for in the pages of all. */
export async function findRoom(uuid: string): Promise<Room | null> {
  for (let page = 1; ; page++) {
    const { rooms, total } = await call(allRooms, { query: { page, size: PAGE_SIZE_MAX } })
    const room = rooms.find((each) => each.uuid === uuid)
    if (room || page * PAGE_SIZE_MAX >= total) return room ?? null
  }
}

type Loaded = { room: Room | undefined }

/** Without a room it takes in a new one. */
export const addBLTRoom = dialog<{ uuid?: string }, Loaded>({
  title: 'rooms.dialog',
  suffix: (_, { room }) => room?.name,
  load: async ({ uuid }) => {
    const room = uuid ? await findRoom(uuid) : undefined
    return room === null ? null : { room }
  },
  Body: ({ loaded: { room }, close }) =>
    room ? <EditRoom room={room} close={close} /> : <AddRoom close={close} />,
})
