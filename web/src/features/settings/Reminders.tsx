import { REMINDERS_MAX, reminderKinds, settingBounds } from '@carewatch/contracts/settings'
import { ActionIcon, Button, Checkbox, Group, NumberInput, Select, Stack, Text } from '@mantine/core'
import { TimeInput } from '@mantine/dates'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import styles from './Rows.module.css'
import type { SettingsForm } from './use-settings-form.ts'
import type { ReminderValues } from './values.ts'
import { clockText, weekdayName, weekdays } from './weekday.ts'

type Props = { form: SettingsForm; index: number }

const first: ReminderValues = {
  kind: 'MEDICINE',
  hour: 8,
  minute: 0,
  days: [...weekdays],
  intervalMinutes: '',
}

function When({ form, index, reminder }: Props & { reminder: ReminderValues }) {
  const intl = useIntl()
  const path = `reminders.${index}` as const
  const setTime = (text: string) => {
    const [hour, minute] = text.split(':').map(Number)
    if (hour === undefined || minute === undefined || Number.isNaN(hour + minute)) return
    form.setFieldValue(`${path}.hour`, hour as never)
    form.setFieldValue(`${path}.minute`, minute as never)
  }
  return (
    <>
      <TimeInput
        label={intl.formatMessage({ id: 'settings.at' })}
        dir="ltr"
        value={clockText(reminder)}
        onChange={({ currentTarget }) => setTime(currentTarget.value)}
        error={form.errors[`${path}.hour`] ?? form.errors[`${path}.minute`]}
      />
      <NumberInput
        {...form.getInputProps(`${path}.intervalMinutes`)}
        label={intl.formatMessage({ id: 'settings.again' })}
        placeholder={intl.formatMessage({ id: 'settings.once' })}
        {...settingBounds.reminderIntervalMinutes}
        clampBehavior="none"
        hideControls
        w="10rem"
        rightSection={intl.formatMessage({ id: 'unit.min' })}
        rightSectionWidth="3rem"
      />
    </>
  )
}

function Days({ form, index, reminder }: Props & { reminder: ReminderValues }) {
  const intl = useIntl()
  const path = `reminders.${index}.days` as const
  return (
    <Checkbox.Group
      className={styles['days'] ?? ''}
      label={intl.formatMessage({ id: 'settings.days' })}
      value={reminder.days.map(String)}
      onChange={(days) => form.setFieldValue(path, days.map(Number).toSorted((a, b) => a - b) as never)}
      error={form.errors[path]}
    >
      <Group gap="md" mt="xs">
        {weekdays.map((day) => (
          <Checkbox key={day} value={String(day)} label={weekdayName(intl, day)} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

function Reminder({ form, index }: Props) {
  const intl = useIntl()
  const reminder = form.values.reminders[index]
  if (!reminder) return null
  return (
    <li className={styles['reminder']}>
      <Select
        {...form.getInputProps(`reminders.${index}.kind`)}
        label={intl.formatMessage({ id: 'settings.reminder' })}
        data={reminderKinds.map((value) => ({
          value,
          label: intl.formatMessage({ id: `settings.kind.${value}` }),
        }))}
        allowDeselect={false}
        w="11rem"
      />
      <When form={form} index={index} reminder={reminder} />
      <ActionIcon
        variant="default"
        size="lg"
        ms="auto"
        mt="1.6rem"
        aria-label={intl.formatMessage({ id: 'settings.removeRow' }, { n: index + 1 })}
        onClick={() => form.removeListItem('reminders', index)}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
      <Days form={form} index={index} reminder={reminder} />
    </li>
  )
}

/** Medicine, water and activity: when, on which days, and how often again. */
export function Reminders({ form }: { form: SettingsForm }) {
  const { length } = form.values.reminders
  return (
    <Stack gap="sm">
      {length === 0 ? (
        <Text c="dimmed">
          <FormattedMessage id="settings.noReminders" />
        </Text>
      ) : null}
      <ol className={styles['rows']}>
        {form.values.reminders.map((_, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a reminder is its place: its errors name it by that.
          <Reminder key={index} form={form} index={index} />
        ))}
      </ol>
      <Button
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        disabled={length >= REMINDERS_MAX}
        onClick={() => form.insertListItem('reminders', { ...first })}
        style={{ alignSelf: 'flex-start' }}
      >
        <FormattedMessage id="settings.add.reminders" />
      </Button>
    </Stack>
  )
}
