import type { Point } from '@carewatch/contracts/http/readings'
import { WARD_LINE_MS, type WardMetric, type WardPerson } from '@carewatch/contracts/http/ward'
import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { latestReading, livePoints, receivedLive } from '../../live/live-atoms.ts'
import { isOff } from '../../vitals/use-newest.ts'

type Person = Pick<WardPerson, 'devices' | 'latest' | 'pulse'>

/** The newest true value of one metric: as it was loaded, or as it came live since from whatever they wear. What came from off the wrist is none. */
export function useValue(person: Person, metric: WardMetric): Point | null {
  const { devices, latest } = person
  const loaded = latest[metric]
  const newest = useMemo(
    () =>
      atom((get) =>
        devices.reduce<Point | null>((known, { uuid, offSince }) => {
          const live = get(latestReading(`${uuid}/${metric}`))
          if (!live || (known && known.time >= live.time)) return known
          const worn = get(latestReading(`${uuid}/wearing`)) ?? (offSince && { time: offSince, value: 0 })
          return isOff(worn, live.time) ? known : live
        }, loaded),
      ),
    [devices, loaded, metric],
  )
  return useAtomValue(newest)
}

/** The line of the pulse, with what came live since. */
export function usePulse({ devices, pulse }: Person): WardPerson['pulse'] {
  const line = useMemo(
    () =>
      atom((get) => {
        const last = pulse.at(-1)?.[0] ?? 0
        const since = devices.flatMap(({ uuid }) =>
          get(livePoints(`${uuid}/heartRate`))
            .filter(
              ({ time }) => time.getTime() > last && !isOff(get(latestReading(`${uuid}/wearing`)), time),
            )
            .map(({ time, value }): [number, number] => [time.getTime(), value]),
        )
        return since.length === 0
          ? pulse
          : [...pulse, ...since].filter(([at]) => at > Date.now() - WARD_LINE_MS)
      }),
    [devices, pulse],
  )
  return useAtomValue(line)
}

export type Wrist = {
  /** Since when it lies somewhere; null: it is worn. */
  offSince: Date | null
  lastWord: Date | null
  battery: number | null
}

/** How the watches of a person are by now: which one is on them decides. */
export function useWatches({ devices }: Pick<WardPerson, 'devices'>): Wrist[] {
  const watches = useMemo(
    () =>
      atom((get) =>
        devices.map(({ uuid, offSince, lastSeenAt, battery }): Wrist => {
          const worn = get(latestReading(`${uuid}/wearing`))
          const live = get(receivedLive(uuid))
          return {
            offSince: worn ? (worn.value === 0 ? (offSince ?? worn.time) : null) : offSince,
            lastWord: live && (!lastSeenAt || live > lastSeenAt) ? live : lastSeenAt,
            battery: get(latestReading(`${uuid}/battery`))?.value ?? battery,
          }
        }),
      ),
    [devices],
  )
  return useAtomValue(watches)
}
