import { atBedside, cancelAlarm } from '@carewatch/contracts/http/alarms'
import { incidentFile } from '@carewatch/contracts/http/incident-files'
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { take } from '../../live/acknowledge.ts'
import { useMay } from '../../session/may.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { UndoButton } from '../../ui/alarms/UndoButton.tsx'
import { type ActionProps, CloseForm, CommentForm, SnoozeForm } from './AlarmForms.tsx'

const forms = { snooze: SnoozeForm, comment: CommentForm, close: CloseForm } as const
type FormName = keyof typeof forms

/** What takes no word. */
function AtOnce({ uuid, alarm, state, onDone }: ActionProps) {
  const may = useMay()
  const [isBusy, setBusy] = useState(false)
  const now = async (work: () => Promise<unknown>) => {
    setBusy(true)
    await work()
    await onDone()
    setBusy(false)
  }
  const answer = (endpoint: typeof atBedside | typeof cancelAlarm, of: string) =>
    now(() => attempt(() => call(endpoint, { params: { uuid: of }, body: undefined })))
  const { cancellable, isTaken, isClosed, isOfPerson } = state
  return (
    <>
      {isTaken || isClosed ? null : (
        <Button loading={isBusy} onClick={() => void now(() => take(uuid, [alarm]))}>
          <FormattedMessage id="action.acknowledge" />
        </Button>
      )}
      <UndoButton uuid={uuid} />
      {isClosed || !isOfPerson || !may(atBedside) ? null : (
        <Button variant="default" loading={isBusy} onClick={() => void answer(atBedside, alarm)}>
          <FormattedMessage id="alarms.do.bedside" />
        </Button>
      )}
      {cancellable ? (
        <Button variant="default" loading={isBusy} onClick={() => void answer(cancelAlarm, cancellable)}>
          <FormattedMessage id="alarms.cancel" />
        </Button>
      ) : null}
    </>
  )
}

/** What can be done with an incident: at once, or with a word. */
export function AlarmActions(props: ActionProps) {
  const { state, onDone, uuid } = props
  const may = useMay()
  const [opened, setOpened] = useState<FormName | null>(null)
  const offered: FormName[] = [
    ...(state.maySnooze ? (['snooze'] as const) : []),
    'comment',
    ...(state.isClosed ? [] : (['close'] as const)),
  ]
  const Form = opened && offered.includes(opened) ? forms[opened] : null
  return (
    <Stack>
      <Group gap="sm">
        <AtOnce {...props} />
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
        {may(incidentFile) ? (
          <LinkButton variant="default" to="/user/incident-file/$uuid" params={{ uuid }}>
            <FormattedMessage id="file.title" />
          </LinkButton>
        ) : null}
      </Group>
      {Form ? (
        <Form
          {...props}
          onDone={async () => {
            setOpened(null)
            await onDone()
          }}
        />
      ) : null}
    </Stack>
  )
}
