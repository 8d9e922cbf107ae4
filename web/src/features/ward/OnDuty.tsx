import { type Duty, duties } from '@carewatch/contracts/http/duty'
import { useInterval } from '@mantine/hooks'
import { IconClockCheck, IconClockOff } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { FormattedList, FormattedMessage } from 'react-intl'
import { call } from '../../http/call.ts'
import { orWithout } from '../../http/or-nothing.ts'
import styles from './Ward.module.css'

const POLL_MS = 60_000

type Known = { now: readonly Duty[]; isUnattended: boolean }

/** Who is on duty in the branch that is shown; of a branch that keeps no list, nothing. */
export function OnDuty({ branch }: { branch: string }) {
  const [known, setKnown] = useState<Known | null>(null)
  const ask = useCallback(async () => {
    const answer = await orWithout(call(duties, { query: { branch } }))
    if (answer)
      setKnown({ now: answer.duties.filter(({ isNow }) => isNow), isUnattended: answer.isUnattended })
  }, [branch])
  useEffect(() => {
    const soon = setTimeout(() => void ask())
    return () => clearTimeout(soon)
  }, [ask])
  useInterval(() => void ask(), POLL_MS, { autoInvoke: true })
  if (!known || (known.now.length === 0 && !known.isUnattended)) return null
  return (
    <span className={styles['duty']} data-unattended={known.isUnattended}>
      {known.isUnattended ? (
        <IconClockOff size="1.1em" aria-hidden />
      ) : (
        <IconClockCheck size="1.1em" aria-hidden />
      )}
      {known.isUnattended ? (
        <FormattedMessage id="duty.nobody" />
      ) : (
        <span>
          <FormattedMessage id="duty.title" />
          {': '}
          <FormattedList
            value={known.now.map(({ uuid, user }) => (
              <bdi key={uuid}>{user.name}</bdi>
            ))}
          />
        </span>
      )}
    </span>
  )
}
