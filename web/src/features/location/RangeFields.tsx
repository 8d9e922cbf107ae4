import { Button, Select, TextInput } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { z } from 'zod'
import { useNow } from '../../ui/figures/now.ts'
import { dayOf, MOST_DAYS, yesterdayOf } from './search.ts'
import styles from './Stage.module.css'

const route = getRouteApi('/_shell/user/location')
const choices = [1, 2, 3, MOST_DAYS]

/** Which days of the track are shown. */
export function RangeFields({ day }: { day: string }) {
  const intl = useIntl()
  const now = useNow()
  const navigate = route.useNavigate()
  const { days } = route.useSearch()
  return (
    <div className={styles['pair']}>
      <TextInput
        type="date"
        label={intl.formatMessage({ id: 'location.day' })}
        value={day}
        max={dayOf(now)}
        onChange={({ currentTarget: { value } }) => {
          const picked = z.iso.date().safeParse(value)
          if (picked.success)
            void navigate({ search: (old) => ({ ...old, day: picked.data, play: undefined }) })
        }}
      />
      <Select
        label={intl.formatMessage({ id: 'location.howLong' })}
        data={choices.map((n) => ({
          value: String(n),
          label: intl.formatMessage({ id: 'location.days' }, { n }),
        }))}
        value={String(days)}
        onChange={(value) =>
          void navigate({ search: (old) => ({ ...old, days: Number(value), play: undefined }) })
        }
      />
    </div>
  )
}

/** What relatives ask for most: one tap, and it plays. */
export function ReplayYesterday({ day }: { day: string }) {
  const navigate = route.useNavigate()
  const yesterday = yesterdayOf(useNow())
  const { days } = route.useSearch()
  if (day === yesterday && days === 1) return null
  return (
    <Button
      variant="default"
      leftSection={<IconHistory size={18} aria-hidden />}
      onClick={() => void navigate({ search: (old) => ({ ...old, day: yesterday, days: 1, play: true }) })}
    >
      <FormattedMessage id="location.replayYesterday" />
    </Button>
  )
}
