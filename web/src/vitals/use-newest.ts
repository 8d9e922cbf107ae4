import type { VitalOverview } from '@carewatch/contracts/http/readings'
import { isLimited } from '@carewatch/contracts/metrics'
import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { latestReading } from '../live/live-atoms.ts'
import type { Point } from '../live/points.ts'

/** So long a watch is believed that it lies off the wrist, as the rules have it. */
const OFF_MS = 8 * 3_600_000

export const isOff = (worn: Point | null, at: Date): boolean =>
  worn?.value === 0 && worn.time <= at && at.getTime() - worn.time.getTime() < OFF_MS

/** A loaded vital brought up to date by what came live since; `worn`: what its watch said last of being worn. What was loaded says nothing of what came since. */
export function updated(vital: VitalOverview, live: Point | null, worn: Point | null = null): VitalOverview {
  if (!live || (vital.latest && vital.latest.time >= live.time)) return vital
  const isWorthless = isLimited(vital.metric) && isOff(worn, live.time)
  return {
    ...vital,
    latest: live,
    isWorthless,
    ...(!isWorthless && {
      maxToday: Math.max(vital.maxToday ?? live.value, live.value),
      maxWeek: Math.max(vital.maxWeek ?? live.value, live.value),
      minToday: Math.min(vital.minToday ?? live.value, live.value),
      minWeek: Math.min(vital.minWeek ?? live.value, live.value),
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
