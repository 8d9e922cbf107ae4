import { acknowledgeAlarm, atBedside, cancelAlarm } from '@carewatch/contracts/http/alarms'
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { type ActionProps, CloseForm, CommentForm, SnoozeForm } from './AlarmForms.tsx'

const forms = { snooze: SnoozeForm, comment: CommentForm, close: CloseForm } as const
type FormName = keyof typeof forms

/** What can be done with an alarm: at once, or with a word. */
export function AlarmActions({ uuid, state, onDone }: ActionProps) {
  const may = useMay()
  const [opened, setOpened] = useState<FormName | null>(null)
  const [isBusy, setBusy] = useState(false)
  const now = async (endpoint: typeof acknowledgeAlarm | typeof atBedside | typeof cancelAlarm) => {
    setBusy(true)
    const answer = await attempt(() => call(endpoint, { params: { uuid }, body: undefined }))
    if (answer) await onDone(answer.alarm)
    setBusy(false)
  }
  const offered: FormName[] = [
    ...(state.maySnooze ? (['snooze'] as const) : []),
    'comment',
    ...(state.isClosed ? [] : (['close'] as const)),
  ]
  const Form = opened && offered.includes(opened) ? forms[opened] : null
  return (
    <Stack>
      <Group gap="sm">
        {state.isTaken || state.isClosed ? null : (
          <Button loading={isBusy} onClick={() => void now(acknowledgeAlarm)}>
            <FormattedMessage id="action.acknowledge" />
          </Button>
        )}
        {state.isClosed || !may(atBedside) ? null : (
          <Button variant="default" loading={isBusy} onClick={() => void now(atBedside)}>
            <FormattedMessage id="alarms.do.bedside" />
          </Button>
        )}
        {state.mayCancel ? (
          <Button variant="default" loading={isBusy} onClick={() => void now(cancelAlarm)}>
            <FormattedMessage id="alarms.cancel" />
          </Button>
        ) : null}
        {offered.map((name) => (
          <Button
            key={name}
            variant="default"
            aria-expanded={opened === name}
            onClick={() => setOpened(opened === name ? null : name)}
          >
            <FormattedMessage id={`alarms.do.${name}`} />
          </Button>
        ))}
      </Group>
      {Form ? (
        <Form
          uuid={uuid}
          state={state}
          onDone={async (alarm) => {
            setOpened(null)
            await onDone(alarm)
          }}
        />
      ) : null}
    </Stack>
  )
}
