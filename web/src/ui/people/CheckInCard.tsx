import { checkIn, type ownCheckIn } from '@carewatch/contracts/http/routines'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Button } from '@mantine/core'
import { IconHeartCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { call } from '../../http/call.ts'
import { useNow } from '../figures/now.ts'
import { Moment } from '../figures/Moment.tsx'
import { doAndShow } from '../page/done.ts'
import { Section } from '../page/Section.tsx'

export type CheckIn = NonNullable<Reply<typeof ownCheckIn>['checkIn']>

/** Somebody says once a day, on their own screen, that they are well. */
export function CheckInCard({ loaded }: { loaded: CheckIn }) {
  const [{ by, checkedInAt }, setCheckIn] = useState(loaded)
  const today = useNow().toDateString()
  const isDone = checkedInAt?.toDateString() === today
  const press = () =>
    doAndShow('done.checkedIn', async () => {
      const { checkIn: next } = await call(checkIn, { body: undefined })
      if (next) setCheckIn(next)
    })
  return (
    <Section title="checkIn.title">
      <p aria-live="polite">
        {isDone && checkedInAt ? (
          <FormattedMessage id="checkIn.done" values={{ at: <Moment key="at" at={checkedInAt} /> }} />
        ) : (
          <FormattedMessage id="checkIn.asked" values={{ by }} />
        )}
      </p>
      <Button
        size="lg"
        variant={isDone ? 'default' : 'filled'}
        leftSection={<IconHeartCheck size={22} aria-hidden />}
        onClick={() => void press()}
      >
        <FormattedMessage id="checkIn.press" />
      </Button>
    </Section>
  )
}
