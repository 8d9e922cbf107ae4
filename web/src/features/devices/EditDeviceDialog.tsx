import { setSold, updateDevice } from '@carewatch/contracts/http/device-changes'
import { deviceDetail } from '@carewatch/contracts/http/devices'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { DEVICE_NAME_MAX } from '@carewatch/contracts/numbers'
import { useAtomValue } from 'jotai'
import { dialog } from '../../dialogs/dialog.ts'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { userAtom } from '../../session/session.ts'
import { showDone } from '../../ui/page/done.ts'
import { changesOf } from '../../ui/form/changes.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import type { Field } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { findBranches, findCompanies, findPeople, known } from '../../ui/people/lookups.ts'
import { findModels } from '../../ui/people/lookups.ts'

type Detail = Reply<typeof deviceDetail>

const name: Field = {
  kind: 'text',
  name: 'name',
  label: 'devices.name',
  required: true,
  maxLength: DEVICE_NAME_MAX,
}

const staffFields = ({ device, agent }: Detail): readonly Field[] => [
  {
    kind: 'lookup',
    name: 'deviceModel',
    label: 'devices.model',
    required: true,
    half: true,
    find: findModels,
    known: { value: device.deviceModel, label: device.deviceModel },
  },
  {
    kind: 'text',
    name: 'imsi',
    label: 'devices.imsi',
    required: true,
    half: true,
    digits: true,
    maxLength: 32,
  },
  { kind: 'phone', name: 'mobileNumber', label: 'devices.mobileNumber', hint: 'devices.mobileHint' },
  {
    kind: 'lookup',
    name: 'companyId',
    label: 'devices.company',
    half: true,
    find: findCompanies,
    known: known(device.company),
  },
  {
    kind: 'lookup',
    name: 'branchId',
    label: 'devices.branch',
    half: true,
    find: findBranches,
    known: known(device.branch),
  },
  {
    kind: 'lookup',
    name: 'agentId',
    label: 'devices.agent',
    hint: 'devices.agentHint',
    find: findPeople('SUPERVISOR', 'MANAGER'),
    known: known(agent),
  },
]

const soldField: Field = { kind: 'checkbox', name: 'isSold', label: 'devices.isSold' }

const initialOf = ({ device, agent }: Detail) => ({
  name: device.name,
  deviceModel: device.deviceModel,
  imsi: device.imsi ?? '',
  mobileNumber: device.mobileNumber ?? '',
  companyId: device.company?.uuid ?? null,
  branchId: device.branch?.uuid ?? null,
  agentId: agent?.uuid ?? null,
  isSold: device.isSold,
})

/** What must be there is checked as it was typed: emptied, it is missing. */
const mustBeThere = ({ name: typed, deviceModel, imsi }: Record<string, unknown>) => ({
  ...(typed === '' && { name: '' }),
  ...(deviceModel === null && { deviceModel: '' }),
  ...(imsi === '' && { imsi: '' }),
})

function EditDevice({ loaded, close }: { loaded: Detail; close: () => void }) {
  const may = useMay()
  const isOwner = useAtomValue(userAtom)?.role === 'OWNER'
  const initial = initialOf(loaded)
  const form = useEndpointForm({
    endpoint: updateDevice,
    params: { uuid: loaded.device.uuid },
    initial,
    body: (values) => {
      const changes = changesOf(initial, values)
      const emptied = Object.entries(mustBeThere(values)).filter(([field]) => field in changes)
      return { ...changes, ...Object.fromEntries(emptied), updatedAt: loaded.updatedAt.toISOString() }
    },
    onDone: () => {
      close()
      showDone('done.saved')
    },
  })
  const fields = [
    name,
    ...(isOwner ? [] : staffFields(loaded)),
    ...(may(setSold) && !isOwner ? [soldField] : []),
  ]
  return (
    <EndpointForm form={form} submit="action.save" onCancel={close}>
      <Fields form={form} fields={fields} />
    </EndpointForm>
  )
}

export const editDevice = dialog<{ uuid: string }, Detail>({
  title: 'devices.edit',
  suffix: (_, { device }) => device.name,
  load: ({ uuid }) => call(deviceDetail, { params: { uuid } }),
  size: 'lg',
  Body: EditDevice,
})
