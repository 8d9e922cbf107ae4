import { newWearer, updateWearer, type Wearer } from '@carewatch/contracts/http/wearers'
import { wearerStatuses } from '@carewatch/contracts/wearers'
import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { dialog } from '../../dialogs/dialog.ts'
import { useMay } from '../../session/may.ts'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import { showDone } from '../../ui/page/done.ts'
import { loadOne } from './load.ts'
import { nameOf } from './names.ts'
import { WhatHappens } from './WhatHappens.tsx'

const leavings = wearerStatuses.filter((status) => status !== 'ACTIVE')
type Leaving = (typeof leavings)[number]
type Values = { status: Leaving; awayReason: string; awayUntil: string }

const bodyOf = ({ status, awayReason, awayUntil }: Values) =>
  status === 'AWAY'
    ? { status, awayReason, awayUntil: awayUntil ? new Date(awayUntil).toISOString() : null }
    : { status }

const isLeaving = (value: string): value is Leaving => leavings.some((each) => each === value)

function Choice({ value, onPick }: { value: Leaving; onPick: (value: Leaving) => void }) {
  const may = useMay()
  const intl = useIntl()
  const offered = may(newWearer) ? leavings : (['AWAY'] as const)
  return (
    <Radio.Group
      label={intl.formatMessage({ id: 'wearer.leavesHow' })}
      value={value}
      onChange={(picked) => isLeaving(picked) && onPick(picked)}
    >
      <Stack gap="xs" mt="xs">
        {offered.map((status) => (
          <Radio key={status} value={status} label={intl.formatMessage({ id: `wearerStatus.${status}` })} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function Consequences({ status, wearer }: { status: Leaving; wearer: Wearer }) {
  const name = <bdi key="name">{nameOf(wearer)}</bdi>
  return (
    <Stack gap="xs" aria-live="polite">
      <Text>
        <FormattedMessage id={`wearer.leaving.${status}`} values={{ name }} />
      </Text>
      {status !== 'AWAY' && wearer.devices.length > 0 ? (
        <WhatHappens former={nameOf(wearer)} next={null} />
      ) : null}
    </Stack>
  )
}

function Stay({ loaded: wearer, close }: { loaded: Wearer; close: () => void }) {
  const intl = useIntl()
  const form = useEndpointForm<typeof updateWearer, Values>({
    endpoint: updateWearer,
    params: { uuid: wearer.uuid },
    initial: { status: 'AWAY', awayReason: '', awayUntil: '' },
    body: bodyOf,
    onDone: () => {
      close()
      showDone('done.saved')
    },
  })
  const { status } = form.values
  return (
    <EndpointForm form={form} submit="action.save" onCancel={close}>
      <Choice value={status} onPick={(value) => form.setFieldValue('status', value)} />
      {status === 'AWAY' ? (
        <>
          <Fields
            form={form}
            fields={[
              {
                kind: 'text',
                name: 'awayReason',
                label: 'wearer.awayReason',
                hint: 'wearer.awayReasonHint',
                required: true,
                maxLength: 100,
              },
            ]}
          />
          <TextInput
            type="datetime-local"
            dir="ltr"
            max="9999-12-31T23:59"
            label={intl.formatMessage({ id: 'wearer.awayUntil' })}
            {...form.getInputProps('awayUntil')}
          />
        </>
      ) : null}
      <Consequences status={status} wearer={wearer} />
    </EndpointForm>
  )
}

/** Somebody is away for a while, has moved out, or has died. */
export const changeStay = dialog<{ uuid: string }, Wearer>({
  title: 'wearer.leaves',
  suffix: (_, wearer) => nameOf(wearer),
  load: loadOne,
  Body: Stay,
})
