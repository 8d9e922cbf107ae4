import { type CareFacts as Facts, wearerCare } from '@carewatch/contracts/http/wearers'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Button, Text } from '@mantine/core'
import { IconHeartHandshake } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { orNothing } from '../../http/or-nothing.ts'
import { Moment } from '../figures/Moment.tsx'
import { Facts as FactList, type Fact } from '../page/Facts.tsx'
import styles from './CareFacts.module.css'

export type Care = Reply<typeof wearerCare>

/** Nobody wrote it down: not the same as that there is none. */
const unknown = <FormattedMessage id="care.unknown" />
const text = (value: string): ReactNode => (value ? <bdi>{value}</bdi> : unknown)
const grave = (value: ReactNode): ReactNode => <span className={styles['grave']}>{value}</span>

function Resuscitation({ value }: { value: boolean | null }) {
  if (value === null) return unknown
  if (!value) return <FormattedMessage id="care.dnr.no" />
  return grave(<FormattedMessage id="care.dnr.yes" />)
}

/** What decides in the first minute stands first. */
const factsOf = (care: Facts): Fact[] => [
  { label: 'care.dnr', value: <Resuscitation value={care.doNotResuscitate} /> },
  { label: 'care.allergies', value: care.allergies ? grave(text(care.allergies)) : unknown },
  { label: 'care.conditions', value: text(care.conditions) },
  { label: 'care.medicines', value: text(care.medicines) },
  {
    label: 'care.fallRisk',
    value: care.fallRisk ? <FormattedMessage id={`care.fallRisk.${care.fallRisk}`} /> : unknown,
  },
  { label: 'care.mobility', value: text(care.mobility) },
  { label: 'care.hearingAndSight', value: text(care.hearingAndSight) },
  { label: 'care.howToGetIn', value: text(care.howToGetIn) },
  { label: 'care.healthOrganisation', value: text(care.healthOrganisation) },
  { label: 'care.idNumber', value: text(care.idNumber) },
  { label: 'care.notes', value: text(care.notes) },
]

type Props = {
  /** The uuid of the person. */
  of: string
  /** The alarm that makes one look. */
  alarm?: string
  /** What stands under the facts once they are shown. */
  after?: (care: Care, change: (care: Care) => void) => ReactNode
}

/** What whoever comes to help has to know: asked for by a press, as each look is written down. */
export function CareFacts({ of: uuid, alarm, after }: Props) {
  const [care, setCare] = useState<Care | 'not for you' | null>(null)
  const [isAsking, setAsking] = useState(false)
  const show = async () => {
    setAsking(true)
    const query = alarm === undefined ? {} : { alarm }
    const answer = await attempt(async () => [await orNothing(call(wearerCare, { params: { uuid }, query }))])
    setAsking(false)
    if (answer) setCare(answer[0] ?? 'not for you')
  }
  return (
    <div className={styles['care']} aria-live="polite">
      {care === null ? (
        <>
          <Button
            variant="default"
            loading={isAsking}
            leftSection={<IconHeartHandshake size={18} aria-hidden />}
            onClick={() => void show()}
          >
            <FormattedMessage id="care.show" />
          </Button>
          <span className={styles['quiet']}>
            <FormattedMessage id="care.traced" />
          </span>
        </>
      ) : care === 'not for you' ? (
        <Text>
          <FormattedMessage id="care.notForYou" />
        </Text>
      ) : (
        <>
          <FactList facts={factsOf(care.care)} />
          {care.updatedAt ? (
            <span className={styles['quiet']}>
              <FormattedMessage id="care.updated" values={{ at: <Moment key="at" at={care.updatedAt} /> }} />
            </span>
          ) : null}
          {after?.(care, setCare)}
        </>
      )}
    </div>
  )
}
