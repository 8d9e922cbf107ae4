import type { DeviceLocation } from '@carewatch/contracts/http/positions'
import { locationHistory } from '@carewatch/contracts/http/positions'
import { history as historyOf } from '@carewatch/contracts/http/readings'
import { call } from '../../http/call.ts'
import { lastKnownSinceAtom } from '../../http/last-known.ts'
import { orWithout } from '../../http/or-nothing.ts'
import { dayAt, viewerZone } from '../../i18n/zone.ts'
import type { DeviceDetail } from '../../session/active-device.ts'
import { store } from '../../store.ts'
import { loadHistory } from '../../vitals/history.ts'
import { type DayFacts, USUAL_STEP_DAYS } from './day.ts'
import { beganAtHome, type Track, wasAtHome } from './outings.ts'

/** The longest day there is, where the clocks are put back. */
const LONGEST_DAY_MS = 25 * 3_600_000

export type LoadedDay = Omit<DayFacts, 'alarms' | 'isWell'>

async function stepsBefore(imei: string, now: Date, zone: string): Promise<DayFacts['steps']> {
  const params = { imei, measurement: 'steps', time: dayAt(now, -USUAL_STEP_DAYS, zone) }
  const query = { to: dayAt(now, 0, zone).toISOString() }
  const answer = await orWithout(call(historyOf, { params, query }))
  return (answer?.readings ?? []).flatMap(({ time, value }) =>
    typeof value === 'number' ? [{ time, value }] : [],
  )
}

/** Where an outing that began before today began: asked of yesterday, and of the week before only where that does not say it. */
const OUTING_DAYS = [-1, -8]

type Home = DayFacts['home']

async function loadTrack(imei: string, from: Date, to?: Date) {
  const query = to ? { to: new Date(to.getTime() - 1) } : {}
  return (await orWithout(call(locationHistory, { params: { imei, time: from }, query })))?.positions ?? null
}

/** Of the days before, as many as it takes to see them at home once. */
async function trackBefore(imei: string, home: Home, midnights: readonly Date[]): Promise<Track> {
  const [to, from, ...rest] = midnights
  if (!to || !from) return []
  const track = (await loadTrack(imei, from, to)) ?? []
  if (wasAtHome(track, home)) return track
  return [...(await trackBefore(imei, home, [from, ...rest])), ...track]
}

async function loadTracks(imei: string, home: Home, midnights: readonly Date[]) {
  const [today] = midnights
  const positions = home && today ? await loadTrack(imei, today) : null
  const isWhole = !positions || beganAtHome(positions, home)
  return { positions, positionsBefore: isWhole ? [] : await trackBefore(imei, home, midnights) }
}

/** What the day of who wears a device is told by; null where nobody answers and nothing is known. */
export async function loadDay(
  { device, limits }: DeviceDetail,
  location: DeviceLocation | null,
): Promise<LoadedDay | null> {
  const now = new Date()
  const { imei, expectedIntervalMs } = device
  const zone = device.timeZone ?? viewerZone()
  const span = { from: new Date(now.getTime() - LONGEST_DAY_MS), to: now }
  const home = location?.home ?? null
  const [history, steps, tracks] = await Promise.all([
    orWithout(loadHistory(imei, span)),
    stepsBefore(imei, now, zone),
    loadTracks(
      imei,
      home,
      [0, ...OUTING_DAYS].map((days) => dayAt(now, days, zone)),
    ),
  ])
  // Where nobody answers, the silence is the phone's and not the watch's: the day is told until then.
  const until = store.get(lastKnownSinceAtom) ?? now
  if (!history || until < dayAt(now, 0, zone)) return null
  return {
    now: until,
    zone,
    expectedIntervalMs,
    history,
    span,
    steps,
    ...tracks,
    home,
    limits,
  }
}
