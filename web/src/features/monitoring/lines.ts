import { atom } from 'jotai'
import { livePoints } from '../../live/live-atoms.ts'
import type { Graphed } from '@carewatch/contracts/measurements'
import type { History } from '../../vitals/history.ts'
import { joined } from '../../vitals/series.ts'

/** The lines of one graph: what was loaded, growing with what comes live. */
export const linesAtom = (deviceUuid: string, { metrics }: Graphed, { points }: History) =>
  atom((get) =>
    metrics.map((name) => ({
      name,
      points: joined(points[name] ?? [], get(livePoints(`${deviceUuid}/${name}`))),
    })),
  )
