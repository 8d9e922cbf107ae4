import { operationModes } from '@carewatch/contracts/freshness'
import { fallSensitivities, Reminder, reminderKinds, type SettingName } from '@carewatch/contracts/settings'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { z } from 'zod'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { clockText, weekdayName } from './weekday.ts'

const Contacts = z.array(z.object({ name: z.string(), number: z.string() })).min(1)
const Reminders = z.array(Reminder).min(1)
const Mode = z.enum(operationModes)
const Sensitivity = z.enum(fallSensitivities)

function ReminderLine({ reminder }: { reminder: z.output<typeof Reminder> }) {
  const intl = useIntl()
  const { kind, days, intervalMinutes } = reminder
  const values = {
    kind: intl.formatMessage({
      id: `settings.kind.${reminderKinds.find((each) => each === kind) ?? 'WATER'}`,
    }),
    time: <Ltr key="time">{clockText(reminder)}</Ltr>,
    days: intl.formatList(
      days.map((day) => weekdayName(intl, day)),
      { type: 'unit', style: 'short' },
    ),
    n: intervalMinutes ?? 0,
  }
  return (
    <div>
      <FormattedMessage id="settings.reminderLine" values={values} />
    </div>
  )
}

function Lists({ value }: { value: readonly unknown[] }) {
  if (value.length === 0) return <FormattedMessage id="settings.none" />
  const contacts = Contacts.safeParse(value).data
  if (contacts)
    return contacts.map(({ name, number }) => (
      <div key={`${name}${number}`}>
        <bdi>{name}</bdi> <Ltr>{number}</Ltr>
      </div>
    ))
  const reminders = Reminders.safeParse(value).data
  if (reminders)
    return reminders.map((reminder) => <ReminderLine key={JSON.stringify(reminder)} reminder={reminder} />)
  return <Ltr>{JSON.stringify(value)}</Ltr>
}

/** One setting in words; what a watch says in its own way is shown as it came. */
export function SettingValue({ name, value }: { name: SettingName; value: unknown }) {
  if (value === null) return <FormattedMessage id="settings.usual" />
  if (value === undefined) return <span>—</span>
  if (typeof value === 'boolean') return <FormattedMessage id={value ? 'settings.on' : 'settings.off'} />
  if (typeof value === 'number') return <FormattedNumber value={value} />
  if (Array.isArray(value)) return <Lists value={value} />
  const mode = name === 'operationMode' ? Mode.safeParse(value).data : undefined
  if (mode) return <FormattedMessage id={`mode.${mode}`} />
  const sensitivity = name === 'fallSensitivity' ? Sensitivity.safeParse(value).data : undefined
  if (sensitivity) return <FormattedMessage id={`settings.sensitivity.${sensitivity}`} />
  return <Ltr>{typeof value === 'string' ? value : JSON.stringify(value)}</Ltr>
}
