import { freshness } from '@carewatch/contracts/freshness'
import type { WardPerson } from '@carewatch/contracts/http/ward'
import {
  IconBattery1,
  IconDeviceWatchOff,
  IconHandOff,
  IconHome,
  IconMapPin,
  IconWalk,
  IconWifiOff,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { Age } from '../../ui/figures/Age.tsx'
import { Measured } from '../../ui/figures/Measured.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { useNow } from '../../ui/figures/now.ts'
import { lastWords, useWatches } from './use-values.ts'
import styles from './Ward.module.css'

const LOW_BATTERY = 20

export type PersonProps = { person: WardPerson }

/** What is the matter with a watch or where somebody is, by a picture and in words. */
const Mark = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <span className={styles['mark']}>
    {icon}
    <span>{children}</span>
  </span>
)

export function Away({ person: { awayReason, awayUntil } }: PersonProps) {
  return (
    <Mark icon={<IconWalk size="1em" aria-hidden />}>
      {awayReason ? <bdi>{awayReason}</bdi> : <FormattedMessage id="wearerStatus.AWAY" />}
      {awayUntil ? (
        <>
          {' · '}
          <FormattedMessage id="wearer.until" values={{ at: <Moment key="at" at={awayUntil} /> }} />
        </>
      ) : null}
    </Mark>
  )
}

/** `kinds`: what an alarm beside it says already. */
export function Watches({ person, kinds }: PersonProps & { kinds: ReadonlySet<string> }) {
  const now = useNow()
  const watches = useWatches(person)
  if (watches.length === 0)
    return (
      <Mark icon={<IconDeviceWatchOff size="1em" aria-hidden />}>
        <FormattedMessage id="wearer.wearsNothing" />
      </Mark>
    )
  const low = watches.find(({ battery }) => battery !== null && battery <= LOW_BATTERY)
  const off = watches.find(({ offSince }) => offSince !== null)?.offSince ?? null
  const words = lastWords(person)
  // One that was heard and fell silent; of what was never heard there is another that speaks, or all are silent.
  const quiet = words.filter(
    (at, index) =>
      at !== null &&
      freshness(now.getTime() - at.getTime(), person.devices[index]?.expectedIntervalMs ?? 0) === 'OFFLINE',
  )
  const silent = quiet.length > 0 || words.every((at) => at === null)
  const lastWord = quiet[0] ?? null
  return (
    <>
      {silent && !kinds.has('OFFLINE') ? (
        <Mark icon={<IconWifiOff size="1em" aria-hidden />}>
          <FormattedMessage id="freshness.OFFLINE" /> {lastWord ? <Age at={lastWord} /> : null}
        </Mark>
      ) : null}
      {off && !kinds.has('OFF_WRIST') ? (
        <Mark icon={<IconHandOff size="1em" aria-hidden />}>
          <FormattedMessage id="ward.off" /> <Age at={off} />
        </Mark>
      ) : null}
      {low && !kinds.has('BATTERY') ? (
        <Mark icon={<IconBattery1 size="1em" aria-hidden />}>
          <Measured name="battery" value={low.battery} />
        </Mark>
      ) : null}
    </>
  )
}

/** Where they are, where that is not their room. */
export function Where({ person: { where, wearer } }: PersonProps) {
  if (!where) return null
  if (where.by === 'tag')
    return where.room.name === wearer.room ? null : (
      <Mark icon={<IconMapPin size="1em" aria-hidden />}>
        <bdi>{where.room.name}</bdi>
      </Mark>
    )
  const Icon = where.place === 'home' ? IconHome : IconMapPin
  // Who lies in a room of the house is at home unless they are away.
  if (where.place === 'home' && wearer.room) return null
  return (
    <Mark icon={<Icon size="1em" aria-hidden />}>
      <FormattedMessage
        id={`answer.place.${where.place}`}
        values={{ age: <Age key="age" at={where.at} /> }}
      />
    </Mark>
  )
}
