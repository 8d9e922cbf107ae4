import { Button, Select, TextInput } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { z } from 'zod'
import { dayBefore, type Days, daySpans, type Track } from './days.ts'
import styles from './Stage.module.css'

/** Without a day: today. */
export type Wanted = Pick<Days, 'days'> & {
  day: string | undefined
  /** It plays as soon as it is there. */
  play?: true
}
type Shown = Pick<Track, 'day' | 'days' | 'strip'>
type Props = { shown: Shown; onPick: (wanted: Wanted) => void }

/** Which days of the track are shown. */
export function RangeFields({ shown: { day, days, strip }, onPick }: Props) {
  const intl = useIntl()
  return (
    <div className={styles['pair']}>
      <TextInput
        type="date"
        label={intl.formatMessage({ id: 'location.day' })}
        value={day}
        max={strip.at(-1)?.day}
        onChange={({ currentTarget: { value } }) => {
          const picked = z.iso.date().safeParse(value)
          if (picked.success) onPick({ day: picked.data, days })
        }}
      />
      <Select
        label={intl.formatMessage({ id: 'location.howLong' })}
        data={daySpans.map((n) => ({
          value: String(n),
          label: intl.formatMessage({ id: 'location.lastDays' }, { n }),
        }))}
        value={String(days)}
        onChange={(value) => onPick({ day: undefined, days: Number(value) })}
      />
    </div>
  )
}

/** What relatives ask for most: one tap, and it plays. */
export function ReplayYesterday({ shown: { day, days, strip }, onPick }: Props) {
  const today = strip.at(-1)
  const yesterday = today && dayBefore(today.day)
  if (!yesterday || day === yesterday) return null
  return (
    <Button
      variant="default"
      leftSection={<IconHistory size={18} aria-hidden />}
      onClick={() => onPick({ day: yesterday, days, play: true })}
    >
      <FormattedMessage id="location.replayYesterday" />
    </Button>
  )
}
