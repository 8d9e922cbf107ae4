import { atom } from 'jotai'
import { livePoints } from '../live/live-atoms.ts'
import type { Graphed } from '@carewatch/contracts/measurements'
import type { History } from '../vitals/history.ts'
import { joined } from '../vitals/series.ts'

/** The lines of one graph: what was loaded, growing with what comes live of whatever is worn. */
export const linesAtom = (deviceUuids: readonly string[], { metrics }: Graphed, { points }: History) =>
  atom((get) =>
    metrics.map((name) => {
      const live = deviceUuids.flatMap((uuid) => get(livePoints(`${uuid}/${name}`)))
      const inTime = live.toSorted((one, other) => one.time.getTime() - other.time.getTime())
      return { name, points: joined(points[name] ?? [], inTime) }
    }),
  )
