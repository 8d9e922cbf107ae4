import type { Branch } from '@carewatch/contracts/http/branches'
import { NewDevice, newDevice } from '@carewatch/contracts/http/devices'
import { DEVICE_NAME_MAX } from '@carewatch/contracts/numbers'
import { Button, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { refusalOf } from '../../http/attempt.ts'
import { call } from '../../http/call.ts'
import { fieldErrors } from '../../i18n/field-errors.ts'
import { snackFailure } from '../../ui/snack.ts'
import { useBranches } from './use-branches.ts'

export type Registered = Reply<typeof newDevice>

/** Fields of digits keep their direction in Hebrew and bring up the digits on a phone. */
const figures = { inputMode: 'numeric', dir: 'ltr', withAsterisk: true } as const

const empty = { imei: '', imsi: '', name: '', deviceModel: '', mobileNumber: '', branchId: '' }

const bodyOf = (values: typeof empty, branches: readonly Branch[]) => {
  const branch = branches.find(({ uuid }) => uuid === values.branchId)
  const { branchId: _, mobileNumber, ...rest } = values
  return {
    ...rest,
    ...(mobileNumber && { mobileNumber }),
    ...(branch && { branchId: branch.uuid, companyId: branch.company.uuid }),
  }
}

export function AddDeviceForm({ onAdded }: { onAdded: (registered: Registered) => void }) {
  const intl = useIntl()
  const branches = useBranches()
  const form = useForm({
    initialValues: empty,
    validate: (values) => fieldErrors(intl, NewDevice, bodyOf(values, branches)),
  })
  const add = async (values: typeof empty) => {
    const refusal = await refusalOf(async () => {
      onAdded(await call(newDevice, { body: bodyOf(values, branches) }))
    })
    if (!refusal) return
    form.setErrors(refusal.fields)
    snackFailure(refusal)
  }
  const label = (id: 'imei' | 'imsi' | 'name' | 'model' | 'mobileNumber' | 'branch') =>
    intl.formatMessage({ id: `devices.${id}` })
  return (
    <form onSubmit={form.onSubmit(add)} noValidate>
      <Stack>
        <TextInput
          {...figures}
          {...form.getInputProps('imei')}
          label={label('imei')}
          description={intl.formatMessage({ id: 'devices.imeiHint' })}
          data-autofocus
        />
        <TextInput
          label={label('name')}
          maxLength={DEVICE_NAME_MAX}
          withAsterisk
          {...form.getInputProps('name')}
        />
        <TextInput label={label('model')} withAsterisk {...form.getInputProps('deviceModel')} />
        <TextInput {...figures} {...form.getInputProps('imsi')} label={label('imsi')} />
        <TextInput
          label={label('mobileNumber')}
          type="tel"
          dir="ltr"
          {...form.getInputProps('mobileNumber')}
        />
        <Select
          label={label('branch')}
          data={branches.map(({ uuid, name, company }) => ({
            value: uuid,
            label: `${company.name} · ${name}`,
          }))}
          searchable
          clearable
          {...form.getInputProps('branchId')}
          value={form.values.branchId || null}
        />
        <Button type="submit" loading={form.submitting}>
          <FormattedMessage id="devices.add" />
        </Button>
      </Stack>
    </form>
  )
}
