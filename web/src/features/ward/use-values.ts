import type { Point } from '@carewatch/contracts/http/readings'
import { WARD_LINE_MS, WARD_VALUE_MS, type WardMetric, type WardPerson } from '@carewatch/contracts/http/ward'
import { atom, useAtomValue } from 'jotai'
import { selectAtom } from 'jotai/utils'
import { useMemo } from 'react'
import { latestReading, livePoints, receivedLive } from '../../live/live-atoms.ts'
import { store } from '../../store.ts'

const BEAT_MS = 1_000

/** Many watches report many times in a second: the board takes in what came once a second, and paints it at one go. What calls does not wait for it. */
const beatAtom = atom(0)
beatAtom.onMount = (set) => {
  const beat = setInterval(() => set((count) => count + 1), BEAT_MS)
  return () => clearInterval(beat)
}

/** When the answer was given that the board shows: what a watch said of being worn before it, the answer knows better. */
export const answeredAtAtom = atom(new Date(0))

type Worn = { offSince: Date | null; live: Point | null; answeredAt: Date }

/** Since when a watch is off the wrist: as it said since the answer, else as the answer has it; null: it is worn. */
export const offNow = ({ offSince, live, answeredAt }: Worn): Date | null => {
  if (!live || live.time <= answeredAt) return offSince
  return live.value === 0 ? (offSince ?? live.time) : null
}

const offOf = ({ uuid, offSince }: WardPerson['devices'][number]): Date | null =>
  offNow({
    offSince,
    live: store.get(latestReading(`${uuid}/wearing`)),
    answeredAt: store.get(answeredAtAtom),
  })

/** What came live is shown where it is younger than a day and from the wrist. */
export const isShown = (live: Point, off: Date | null, now: number): boolean =>
  (off === null || live.time < off) && now - live.time.getTime() < WARD_VALUE_MS

type Person = Pick<WardPerson, 'devices' | 'latest' | 'pulse'>

/** The newest true value of one metric: as it was loaded, or as it came live since from whatever they wear. What came from off the wrist is none. */
export function useValue(person: Person, metric: WardMetric): Point | null {
  const { devices, latest } = person
  const loaded = latest[metric]
  const newest = useMemo(
    () =>
      atom((get) => {
        get(beatAtom)
        return devices.reduce<Point | null>((known, device) => {
          const live = store.get(latestReading(`${device.uuid}/${metric}`))
          if (!live || (known && known.time >= live.time)) return known
          return isShown(live, offOf(device), Date.now()) ? live : known
        }, loaded)
      }),
    [devices, loaded, metric],
  )
  return useAtomValue(newest)
}

/** The line of the pulse, with what came live since: read as the clock ticks, for hours are not seen to move by seconds. */
export function pulseNow({ devices, pulse }: Person, now: Date): WardPerson['pulse'] {
  const last = pulse.at(-1)?.[0] ?? 0
  const since = devices.flatMap((device) => {
    const off = offOf(device)
    return store
      .get(livePoints(`${device.uuid}/heartRate`))
      .filter((point) => point.time.getTime() > last && isShown(point, off, now.getTime()))
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
      const answeredAt = get(answeredAtAtom)
      return devices.map((device): Wrist => {
        const charge = store.get(latestReading(`${device.uuid}/battery`))
        return {
          offSince: offOf(device),
          battery: charge && charge.time > answeredAt ? charge.value : device.battery,
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
