import { DEVICE_NAME_MAX } from '@carewatch/contracts/numbers'
import { isDoubtfulImei } from '@carewatch/contracts/check-digit'
import type { Field, Option } from '../../ui/form/fields.ts'
import { Fields } from '../../ui/form/Fields.tsx'
import { findBranches, findCompanies, findPeople } from '../../ui/people/lookups.ts'
import { findModels } from '../../ui/people/lookups.ts'
import { DoubtfulImei } from '../../ui/devices/DoubtfulImei.tsx'
import type { NewDeviceForm } from './use-new-device.ts'

const DIGITS_OF_AN_IMEI = 15

export const ImeiStage = ({ form }: { form: NewDeviceForm }) => (
  <>
    <Fields
      form={form}
      fields={[
        {
          kind: 'text',
          name: 'imei',
          label: 'devices.imei',
          hint: 'devices.imeiHint',
          required: true,
          digits: true,
          maxLength: DIGITS_OF_AN_IMEI,
        },
      ]}
    />
    <output>{isDoubtfulImei(form.values.imei) ? <DoubtfulImei /> : null}</output>
  </>
)

const details = (deviceModel: string): readonly Field[] => [
  { kind: 'text', name: 'name', label: 'devices.name', required: true, maxLength: DEVICE_NAME_MAX },
  {
    kind: 'lookup',
    name: 'deviceModel',
    label: 'devices.model',
    required: true,
    half: true,
    find: findModels,
    known: deviceModel ? { value: deviceModel, label: deviceModel } : undefined,
  },
  {
    kind: 'text',
    name: 'imsi',
    label: 'devices.imsi',
    hint: 'devices.imsiHint',
    required: true,
    half: true,
    digits: true,
    maxLength: 32,
  },
  { kind: 'phone', name: 'mobileNumber', label: 'devices.mobileNumber', hint: 'devices.mobileHint' },
  { kind: 'checkbox', name: 'isSold', label: 'devices.isSold' },
]

export const DetailsStage = ({ form }: { form: NewDeviceForm }) => (
  <Fields form={form} fields={details(form.values.deviceModel)} />
)

export type KnownPlace = {
  company?: Option | undefined
  branch?: Option | undefined
  owner?: Option | undefined
}

/** Where it belongs, and who looks after it. */
export function AgentStage({ form, known }: { form: NewDeviceForm; known: KnownPlace }) {
  return (
    <Fields
      form={form}
      fields={[
        {
          kind: 'lookup',
          name: 'companyId',
          label: 'devices.company',
          half: true,
          find: findCompanies,
          known: known.company,
        },
        {
          kind: 'lookup',
          name: 'branchId',
          label: 'devices.branch',
          half: true,
          find: findBranches,
          known: known.branch,
        },
        {
          kind: 'lookup',
          name: 'ownerUUID',
          label: 'devices.owner',
          hint: 'devices.ownerHint',
          find: findPeople('OWNER'),
          known: known.owner,
        },
        {
          kind: 'lookup',
          name: 'agentId',
          label: 'devices.agent',
          hint: 'devices.agentHint',
          find: findPeople('SUPERVISOR', 'MANAGER'),
        },
      ]}
    />
  )
}
