import { causes, SNOOZE_MAX_MINUTES } from '@carewatch/contracts/alarms'
import { commentAlarm, snoozeAlarm } from '@carewatch/contracts/http/alarms'
import { closeIncident } from '@carewatch/contracts/http/incidents'
import { useIntl } from 'react-intl'
import { EndpointForm } from '../../ui/form/EndpointForm.tsx'
import { Fields } from '../../ui/form/Fields.tsx'
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts'
import type { AlarmState } from './state.ts'

export type ActionProps = {
  /** That of the incident. */
  uuid: string
  /** The alarm that is put off or commented: its first. */
  alarm: string
  /** All of it that the page shows. */
  shown: readonly string[]
  state: AlarmState
  onDone: () => Promise<void>
}

const LONGEST_NOTE = 2_000
const steps = [5, 15, 30, 60, 240, 1_440] as const

export function SnoozeForm({ alarm, state: { severity }, onDone }: ActionProps) {
  const intl = useIntl()
  const offered = steps.filter((minutes) => minutes <= SNOOZE_MAX_MINUTES[severity])
  const form = useEndpointForm({
    endpoint: snoozeAlarm,
    params: { uuid: alarm },
    initial: { minutes: String(offered.at(-1)) },
    body: ({ minutes }) => ({ minutes: Number(minutes) }),
    onDone,
  })
  const options = offered.map((minutes) => ({
    value: String(minutes),
    label: intl.formatMessage({ id: 'alarms.minutes' }, { n: minutes }),
  }))
  return (
    <EndpointForm form={form} submit="alarms.do.snooze">
      <Fields
        form={form}
        fields={[{ kind: 'select', name: 'minutes', label: 'alarms.howLong', required: true, options }]}
      />
    </EndpointForm>
  )
}

export function CommentForm({ alarm, onDone }: ActionProps) {
  const form = useEndpointForm({
    endpoint: commentAlarm,
    params: { uuid: alarm },
    initial: { note: '' },
    onDone,
  })
  return (
    <EndpointForm form={form} submit="alarms.do.comment">
      <Fields
        form={form}
        fields={[
          { kind: 'longText', name: 'note', label: 'alarms.note', required: true, maxLength: LONGEST_NOTE },
        ]}
      />
    </EndpointForm>
  )
}

/** Ends what stands on the page: a call for help that came since is not ended unread. */
export function CloseForm({ uuid, shown, state: { needsCause }, onDone }: ActionProps) {
  const intl = useIntl()
  const form = useEndpointForm({
    endpoint: closeIncident,
    params: { uuid },
    initial: { cause: '', note: '' },
    body: ({ cause, note }) => ({ ...(cause && { cause }), ...(note && { note }), alarms: [...shown] }),
    onDone,
  })
  const options = causes.map((value) => ({ value, label: intl.formatMessage({ id: `cause.${value}` }) }))
  return (
    <EndpointForm form={form} submit="alarms.do.close">
      <Fields
        form={form}
        fields={[
          {
            kind: 'select',
            name: 'cause',
            label: 'alarms.cause',
            required: needsCause,
            clearable: true,
            options,
          },
          { kind: 'longText', name: 'note', label: 'alarms.note', maxLength: LONGEST_NOTE },
        ]}
      />
    </EndpointForm>
  )
}
