import { allBranches } from '@carewatch/contracts/http/companies'
import { NewDevice, newDevice } from '@carewatch/contracts/http/devices'
import { DEVICE_NAME_MAX, PAGE_SIZE_MAX } from '@carewatch/contracts/numbers'
import { Button, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { attempt } from '../../http/attempt.ts'
import { call } from '../../http/call.ts'
import { Failure } from '../../http/failure.ts'
import { fieldErrors } from '../../i18n/field-errors.ts'
import { snackFailure } from '../../ui/snack.ts'

export type Registered = Reply<typeof newDevice>
type Branch = Reply<typeof allBranches>['branches'][number]

const empty = { imei: '', imsi: '', name: '', deviceModel: '', mobileNumber: '', branchUuid: '' }

const bodyOf = (values: typeof empty, branches: readonly Branch[]) => {
  const branch = branches.find(({ uuid }) => uuid === values.branchUuid)
  const { branchUuid: _, mobileNumber, ...rest } = values
  return {
    ...rest,
    ...(mobileNumber && { mobileNumber }),
    ...(branch && { branchUuid: branch.uuid, companyUuid: branch.company.uuid }),
  }
}

function useBranches(): readonly Branch[] {
  const [branches, setBranches] = useState<readonly Branch[]>([])
  useEffect(() => {
    let gone = false
    void attempt(() => call(allBranches, { query: { size: PAGE_SIZE_MAX } })).then((answer) => {
      if (answer && !gone) setBranches(answer.branches)
    })
    return () => {
      gone = true
    }
  }, [])
  return branches
}

export function AddDeviceForm({ onAdded }: { onAdded: (registered: Registered) => void }) {
  const intl = useIntl()
  const branches = useBranches()
  const form = useForm({
    initialValues: empty,
    validate: (values) => fieldErrors(intl, NewDevice, bodyOf(values, branches)),
  })
  const add = async (values: typeof empty) => {
    const answer = await call(newDevice, { body: bodyOf(values, branches) }).catch((error: unknown) => error)
    if (answer instanceof Failure) {
      form.setErrors(answer.fields)
      snackFailure(answer)
    } else if (answer instanceof Error) throw answer
    // Safe: what is not an error is the reply.
    else onAdded(answer as Registered)
  }
  const label = (id: 'imei' | 'imsi' | 'name' | 'model' | 'mobileNumber' | 'branch') =>
    intl.formatMessage({ id: `devices.${id}` })
  return (
    <form onSubmit={form.onSubmit(add)} noValidate>
      <Stack>
        <TextInput
          label={label('imei')}
          description={intl.formatMessage({ id: 'devices.imeiHint' })}
          inputMode="numeric"
          dir="ltr"
          data-autofocus
          withAsterisk
          {...form.getInputProps('imei')}
        />
        <TextInput
          label={label('name')}
          maxLength={DEVICE_NAME_MAX}
          withAsterisk
          {...form.getInputProps('name')}
        />
        <TextInput label={label('model')} withAsterisk {...form.getInputProps('deviceModel')} />
        <TextInput
          label={label('imsi')}
          inputMode="numeric"
          dir="ltr"
          withAsterisk
          {...form.getInputProps('imsi')}
        />
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
          {...form.getInputProps('branchUuid')}
        />
        <Button type="submit" loading={form.submitting}>
          <FormattedMessage id="devices.add" />
        </Button>
      </Stack>
    </form>
  )
}
