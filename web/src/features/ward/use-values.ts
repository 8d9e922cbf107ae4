import type { Point } from '@carewatch/contracts/http/readings'
import { WARD_LINE_MS, type WardMetric, type WardPerson } from '@carewatch/contracts/http/ward'
import { atom, useAtomValue } from 'jotai'
import { selectAtom } from 'jotai/utils'
import { useMemo } from 'react'
import { latestReading, livePoints, receivedLive } from '../../live/live-atoms.ts'
import { store } from '../../store.ts'
import { isOff } from '../../vitals/use-newest.ts'

const BEAT_MS = 1_000

/** Many watches report many times in a second: the board takes in what came once a second, and paints it at one go. What calls does not wait for it. */
const beatAtom = atom(0)
beatAtom.onMount = (set) => {
  const beat = setInterval(() => set((count) => count + 1), BEAT_MS)
  return () => clearInterval(beat)
}

type Person = Pick<WardPerson, 'devices' | 'latest' | 'pulse'>

/** The newest true value of one metric: as it was loaded, or as it came live since from whatever they wear. What came from off the wrist is none. */
export function useValue(person: Person, metric: WardMetric): Point | null {
  const { devices, latest } = person
  const loaded = latest[metric]
  const newest = useMemo(
    () =>
      atom((get) => {
        get(beatAtom)
        return devices.reduce<Point | null>((known, { uuid, offSince }) => {
          const live = store.get(latestReading(`${uuid}/${metric}`))
          if (!live || (known && known.time >= live.time)) return known
          const worn =
            store.get(latestReading(`${uuid}/wearing`)) ?? (offSince && { time: offSince, value: 0 })
          return isOff(worn, live.time) ? known : live
        }, loaded)
      }),
    [devices, loaded, metric],
  )
  return useAtomValue(newest)
}

/** The line of the pulse, with what came live since: read as the clock ticks, for hours are not seen to move by seconds. */
export function pulseNow({ devices, pulse }: Person, now: Date): WardPerson['pulse'] {
  const last = pulse.at(-1)?.[0] ?? 0
  const since = devices.flatMap(({ uuid }) => {
    const worn = store.get(latestReading(`${uuid}/wearing`))
    return store
      .get(livePoints(`${uuid}/heartRate`))
      .filter(({ time }) => time.getTime() > last && !isOff(worn, time))
      .map(({ time, value }): [number, number] => [time.getTime(), value])
  })
  return since.length === 0 ? pulse : [...pulse, ...since].filter(([at]) => at > now.getTime() - WARD_LINE_MS)
}

export type Wrist = {
  /** Since when it lies somewhere; null: it is worn. */
  offSince: Date | null
  battery: number | null
}

const isSame = (one: readonly Wrist[], other: readonly Wrist[]): boolean =>
  one.every(
    ({ offSince, battery }, index) =>
      offSince?.getTime() === other[index]?.offSince?.getTime() && battery === other[index]?.battery,
  )

/** How the watches of a person are by now; the same as before where nothing of it changed, whatever they measure. */
export function useWatches({ devices }: Pick<WardPerson, 'devices'>): readonly Wrist[] {
  const watches = useMemo(() => {
    const now = atom((get) => {
      get(beatAtom)
      return devices.map(({ uuid, offSince, battery }): Wrist => {
        const worn = store.get(latestReading(`${uuid}/wearing`))
        return {
          offSince: worn ? (worn.value === 0 ? (offSince ?? worn.time) : null) : offSince,
          battery: store.get(latestReading(`${uuid}/battery`))?.value ?? battery,
        }
      })
    })
    return selectAtom(now, (each) => each, isSame)
  }, [devices])
  return useAtomValue(watches)
}

/** When each of their watches was heard last, as the clock ticks: silence is a matter of hours. */
export const lastWords = ({ devices }: Pick<WardPerson, 'devices'>): (Date | null)[] =>
  devices.map(({ uuid, lastSeenAt }) => {
    const live = store.get(receivedLive(uuid))
    return live && (!lastSeenAt || live > lastSeenAt) ? live : lastSeenAt
  })
