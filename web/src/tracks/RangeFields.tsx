import { Button, Select, TextInput } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { z } from 'zod'
import { useNow } from '../ui/figures/now.ts'
import { type Days, dayOf, MOST_DAYS, yesterdayOf } from './days.ts'
import styles from './Stage.module.css'

const choices = [1, 2, 3, MOST_DAYS]

export type Wanted = Days & {
  /** It plays as soon as it is there. */
  play?: true
}
type Props = { shown: Days; onPick: (wanted: Wanted) => void }

/** Which days of the track are shown. */
export function RangeFields({ shown: { day, days }, onPick }: Props) {
  const intl = useIntl()
  const now = useNow()
  return (
    <div className={styles['pair']}>
      <TextInput
        type="date"
        label={intl.formatMessage({ id: 'location.day' })}
        value={day}
        max={dayOf(now)}
        onChange={({ currentTarget: { value } }) => {
          const picked = z.iso.date().safeParse(value)
          if (picked.success) onPick({ day: picked.data, days })
        }}
      />
      <Select
        label={intl.formatMessage({ id: 'location.howLong' })}
        data={choices.map((n) => ({
          value: String(n),
          label: intl.formatMessage({ id: 'location.days' }, { n }),
        }))}
        value={String(days)}
        onChange={(value) => onPick({ day, days: Number(value) })}
      />
    </div>
  )
}

/** What relatives ask for most: one tap, and it plays. */
export function ReplayYesterday({ shown: { day, days }, onPick }: Props) {
  const yesterday = yesterdayOf(useNow())
  if (day === yesterday && days === 1) return null
  return (
    <Button
      variant="default"
      leftSection={<IconHistory size={18} aria-hidden />}
      onClick={() => onPick({ day: yesterday, days: 1, play: true })}
    >
      <FormattedMessage id="location.replayYesterday" />
    </Button>
  )
}
