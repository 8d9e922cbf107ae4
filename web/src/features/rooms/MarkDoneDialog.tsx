import { causes } from '@carewatch/contracts/alarms'
import { markAlertsDone } from '@carewatch/contracts/http/interactions'
import type { Room } from '@carewatch/contracts/http/gateways-and-beacons'
import { useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { showDone } from '../../ui/page/done.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm, withoutEmpty } from '../../ui/form/use-endpoint-form.ts'
import { findRoom } from './RoomDialog.tsx'

function MarkDone({ loaded: room, close }: { loaded: Room; close: () => void }) {
  const intl = useIntl()
  const form = useEndpointForm({
    endpoint: markAlertsDone,
    initial: { cause: 'HELPED', status: null as string | null, note: '' },
    body: (values) => withoutEmpty({ ...values, roomUuid: room.uuid }),
    onDone: ({ closed }) => {
      close()
      showDone(closed > 0 ? 'rooms.alertsDone' : 'rooms.alreadyDone')
    },
  })
  const fields: readonly Field[] = [
    {
      kind: 'select',
      name: 'cause',
      label: 'rooms.cause',
      required: true,
      options: causes.map((value) => ({ value, label: intl.formatMessage({ id: `cause.${value}` }) })),
    },
    {
      kind: 'select',
      name: 'status',
      label: 'rooms.status',
      hint: 'rooms.statusHint',
      clearable: true,
      options: room.roomStatuses.map((value) => ({ value, label: value })),
    },
    { kind: 'longText', name: 'note', label: 'rooms.note', maxLength: 2_000 },
  ]
  return (
    <EndpointForm form={form} submit="rooms.markDone" onCancel={close}>
      <Fields form={form} fields={fields} />
    </EndpointForm>
  )
}

export const markAlertsDoneForm = dialog<{ room: string }, Room>({
  title: 'rooms.markDone',
  suffix: (_, { name }) => name,
  load: ({ room }) => findRoom(room),
  Body: MarkDone,
})
