import type { VitalOverview } from '@carewatch/contracts/http/readings'
import { isLimited } from '@carewatch/contracts/metrics'
import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { latestReading } from '../live/live-atoms.ts'
import type { Point } from '../live/points.ts'

/** A loaded vital brought up to date by what came live since; `worn`: what its watch said last of being worn. */
export function updated(before: VitalOverview, live: Point | null, worn: Point | null = null): VitalOverview {
  const isNewer = live !== null && (before.latest === null || live.time > before.latest.time)
  const vital =
    worn && isNewer && isLimited(before.metric) && worn.time <= live.time
      ? { ...before, isWorthless: worn.value === 0 }
      : before
  if (!live || (vital.latest && vital.latest.time >= live.time)) return vital
  return {
    ...vital,
    latest: live,
    ...(vital.isWorthless !== true && {
      maxToday: Math.max(vital.maxToday ?? live.value, live.value),
      maxWeek: Math.max(vital.maxWeek ?? live.value, live.value),
    }),
  }
}

export const newestOf = (vitals: readonly VitalOverview[]): Date | null =>
  vitals.reduce<Date | null>(
    (newest, { latest }) => (latest && (!newest || latest.time > newest) ? latest.time : newest),
    null,
  )

/** Of whatever is worn what came last. `vitals` must keep its identity between paints. */
export function useNewest(
  deviceUuids: readonly string[],
  vitals: readonly VitalOverview[],
): readonly VitalOverview[] {
  // The list may be a new array on every paint; what it holds is what counts.
  const wanted = deviceUuids.join()
  const live = useMemo(() => {
    const uuids = wanted ? wanted.split(',') : []
    return atom((get) =>
      vitals.map((vital) =>
        uuids.reduce(
          (known, uuid) =>
            updated(
              known,
              get(latestReading(`${uuid}/${vital.metric}`)),
              get(latestReading(`${uuid}/wearing`)),
            ),
          vital,
        ),
      ),
    )
  }, [wanted, vitals])
  return useAtomValue(live)
}
