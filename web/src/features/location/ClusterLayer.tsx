import type { DeviceLocation, Position } from '@carewatch/contracts/http/positions'
import { VisuallyHidden } from '@mantine/core'
import { type CSSProperties, useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { clustersOf } from '../../map/clusters.ts'
import { MapMarker } from '../../map/MapMarker.tsx'
import { useZoom } from '../../map/use-zoom.ts'
import { useNow } from '../../ui/figures/now.ts'
import { isWide } from '../../tracks/LatestLayers.tsx'
import styles from '../../tracks/Pin.module.css'
import { Pin, StateIcon } from '../../tracks/Pin.tsx'
import { atMinute, byNeed } from './everyone.ts'
import { counted, nameOf, type PinState, pinState, pinStates } from '../../tracks/state.ts'

export type Placed = DeviceLocation & { position: Position }
export const isPlaced = (location: DeviceLocation): location is Placed => location.position !== null

type Props = {
  locations: readonly Placed[]
  onPick: (location: Placed) => void
  onGather: (members: readonly Placed[]) => void
}

/** At least so much of a ring, of 1, is seen, however few of many it stands for. */
const LEAST_PART = 0.08

/** Where on the ring each state ends, of 1, from the gravest on. */
function endsOf(counts: Record<PinState, number>, all: number): CSSProperties {
  const parts = pinStates.map((state) => (counts[state] ? Math.max(counts[state] / all, LEAST_PART) : 0))
  const whole = parts.reduce((sum, part) => sum + part, 0)
  const ends = pinStates.map((state, index): [string, string] => [
    `--${state}`,
    `${(100 * parts.slice(0, index + 1).reduce((sum, part) => sum + part, 0)) / whole}%`,
  ])
  return Object.fromEntries(ends)
}

type RingProps = { members: readonly Placed[]; now: Date; onGather: () => void }

/** Those too near to one another to stand apart: how many there are, how it is with them in shares of a ring, and how many cannot wait. */
function Ring({ members, now, onGather }: RingProps) {
  const intl = useIntl()
  const counts = counted(members.map((member) => pinState(member, now)))
  const { urgent, alarm } = counts
  return (
    <button
      type="button"
      className={styles['cluster']}
      style={endsOf(counts, members.length)}
      onClick={onGather}
    >
      <VisuallyHidden>
        <FormattedMessage id="location.cluster" values={{ n: members.length, urgent, alarm }} />
      </VisuallyHidden>
      <span className={styles['members']} aria-hidden>
        {intl.formatNumber(members.length)}
      </span>
      {urgent > 0 ? (
        <span className={styles['urgent']} aria-hidden>
          <StateIcon state="urgent" size={12} />
          {intl.formatNumber(urgent)}
        </span>
      ) : null}
    </button>
  )
}

/** Everybody on the map, who needs somebody above the others; those too near to one another as a ring. */
export function ClusterLayer({ locations, onPick, onGather }: Props) {
  const intl = useIntl()
  const now = useNow()
  const zoom = useZoom()
  const collator = useMemo(() => new Intl.Collator(intl.locale), [intl.locale])
  const minute = atMinute(now).getTime()
  const ranked = useMemo(
    () => byNeed(locations, { now: new Date(minute), collator }).filter(isPlaced),
    [locations, minute, collator],
  )
  return clustersOf(ranked, ({ position }) => position, zoom).map(({ members, at }) => {
    const [first] = members
    if (!first) return null
    const state = pinState(first, now)
    const level = pinStates.length - pinStates.indexOf(state)
    if (members.length > 1)
      return (
        <MapMarker key={`cluster/${first.deviceUuid}`} at={at} level={level}>
          <Ring members={members} now={now} onGather={() => onGather(members)} />
        </MapMarker>
      )
    return (
      <MapMarker key={first.deviceUuid} at={at} level={level}>
        <Pin
          state={state}
          name={nameOf(first)}
          person={first.wearer}
          isWide={isWide(first.position)}
          onClick={() => onPick(first)}
        />
      </MapMarker>
    )
  })
}
