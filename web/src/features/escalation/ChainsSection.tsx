import { escalationReach, type EscalationChain } from '@carewatch/contracts/http/escalation'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { LookupFilter } from '../../ui/people/LookupFilter.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { ChainCard } from './ChainCard.tsx'
import styles from './ChainsSection.module.css'
import { findDevicesOf } from './find-devices.ts'
import type { Place } from './own-place.ts'

type Reach = Reply<typeof escalationReach> & { device: string }
type Props = { place: Place; chains: readonly EscalationChain[] }

/** Who is notified of an alarm, when and how; and, for one watch, who that is right now. */
export function ChainsSection({ place, chains }: Props) {
  const [reach, setReach] = useState<Reach | null>(null)
  const [device, setDevice] = useState<string>()
  const look = async (uuid: string | undefined) => {
    setDevice(uuid)
    setReach(null)
    if (uuid === undefined) return
    const answer = await attempt(() => call(escalationReach, { query: { device: uuid } }))
    if (answer) setReach({ ...answer, device: uuid })
  }
  const isTried = reach !== null && reach.device === device
  const shown = isTried ? reach.families : chains.map((chain) => ({ ...chain, recipients: undefined }))
  const tryIt = (
    <LookupFilter
      label="escalation.tryWatch"
      find={findDevicesOf(place)}
      value={device}
      onPick={(uuid) => void look(uuid)}
    />
  )
  return (
    <Section title="escalation.title" actions={tryIt}>
      <Text component="output" c="dimmed">
        <FormattedMessage id={isTried ? 'escalation.tried' : 'escalation.why'} />
      </Text>
      <ul className={styles['cards']}>
        {shown.map((chain) => (
          <ChainCard
            key={chain.family}
            place={place}
            chain={chain}
            recipients={chain.recipients}
            device={isTried ? reach.device : undefined}
          />
        ))}
      </ul>
    </Section>
  )
}
