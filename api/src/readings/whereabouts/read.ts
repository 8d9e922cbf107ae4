import { FENCE_RADIUS_M } from '@carewatch/contracts/fences'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Fence } from '@carewatch/contracts/http/fences'
import { type locationDays, type Stop } from '@carewatch/contracts/http/positions'
import type { wearerLocationDays } from '@carewatch/contracts/http/wearer-readings'
import { Refusal } from '@carewatch/contracts/refusal'
import { branches } from '@carewatch/migrations/schema/people'
import { devices, fences } from '@carewatch/migrations/schema/devices'
import { and, eq } from 'drizzle-orm'
import { getLocatedDevice } from '../../access/located-device.ts'
import type { Caller } from '../../access/viewer.ts'
import { getVisibleWearer } from '../../access/visible-wearer.ts'
import { visibleLocations } from '../../access/visible.ts'
import { lastOf, mayLocateWearer, wornSpans } from '../../access/worn-spans.ts'
import { laterOf } from '../../access/worn.ts'
import { selectFences, toFence } from '../../fences/fence-rows.ts'
import { isAmong } from '../../http/among.ts'
import { knownZone } from '../../http/zone.ts'
import type { Services } from '../../services.ts'
import type { Range } from '../history-sql.ts'
import { bestFixes, everyFix, extent, FASTEST_M_PER_S } from '../positions-sql.ts'
import {
  type Area,
  type Fix,
  type Found,
  isExact,
  lastDays,
  stopsOf,
  sumUp,
  type Surroundings,
  UNKNOWN_AFTER_MS,
} from './days.ts'

type Needed = Pick<Services, 'db' | 'facts' | 'log' | 'streets'>
type Days = Reply<typeof locationDays>

/** Two weeks of a fix a minute, and some; of more the most exact of each minute. */
const FIXES_MAX = 25_000
const MINUTE_MS = 60_000

async function fixesOf(facts: Services['facts'], { deviceId, from, to }: Range): Promise<Fix[]> {
  const place = [deviceId, from, to, FASTEST_M_PER_S]
  const found = await facts.query<{ count: number }>(extent(FIXES_MAX + 1), place.slice(0, 3))
  const isMore = (found.rows[0]?.count ?? 0) > FIXES_MAX
  const { rows } = isMore
    ? await facts.query<Fix>(bestFixes, [...place, MINUTE_MS])
    : await facts.query<Fix>(everyFix, place)
  return rows.filter(isExact)
}

/** Home and the fences that are watched, of these devices. */
async function surroundingsOf({ db }: Needed, caller: Caller, ids: readonly number[]): Promise<Surroundings> {
  const isIt = and(isAmong(devices.id, ids), visibleLocations(caller))
  const [rows, homes] = await Promise.all([
    selectFences(db, and(isIt, eq(fences.isActive, true))),
    db.select({ lat: devices.homeLat, lng: devices.homeLng }).from(devices).where(isIt),
  ])
  const [home = null] = homes.flatMap(({ lat, lng }) => (lat === null || lng === null ? [] : [{ lat, lng }]))
  const drawn = rows.map(toFence).map(areaOf)
  const hasHomeFence = drawn.some(({ kind }) => kind === 'HOME')
  const around: Area[] =
    home && !hasHomeFence
      ? [{ kind: 'HOME', name: '', shape: { kind: 'CIRCLE', centre: home, radiusM: FENCE_RADIUS_M } }]
      : []
  return {
    home,
    areas: [...drawn, ...around].toSorted(
      (one, other) => Number(other.kind === 'HOME') - Number(one.kind === 'HOME'),
    ),
  }
}

const areaOf = ({ isHome, name, shape }: Fence): Area => ({ kind: isHome ? 'HOME' : 'FENCE', name, shape })

/** With the street that each is near where no fence names it. */
async function named(streets: Services['streets'], found: readonly Found[], caller: Caller): Promise<Stop[]> {
  const unnamed = found.filter(({ place }) => place === null)
  const names = await streets(
    unnamed.map(({ best }) => best),
    caller.language,
  )
  const nameOf = new Map(unnamed.map((stop, index) => [stop, names[index] ?? null]))
  return found.map(({ best: _, ...stop }, index) => {
    const name = nameOf.get(found[index] ?? { best: _, ...stop }) ?? null
    return name === null ? stop : { ...stop, place: { kind: 'STREET', name } }
  })
}

/** Where they were as the first day began is known by the fix before it. */
const sinceBefore = (from: Date): Date => new Date(from.getTime() - UNKNOWN_AFTER_MS)

/** `present`: of whose home and fences they are measured: what they wear now, for what they wore is another's. */
type About = { zone: string; now: Date; days: number; ranges: readonly Range[]; present: readonly number[] }

async function sumUpDays(
  services: Needed,
  caller: Caller,
  { zone, now, days, ranges, present }: About,
): Promise<Days> {
  const tracks = []
  for (const range of ranges) tracks.push(await fixesOf(services.facts, range))
  const fixes = tracks.flat().toSorted((one, other) => one.time.getTime() - other.time.getTime())
  const around = await surroundingsOf(services, caller, present)
  const stops = await named(services.streets, stopsOf(fixes, around), caller)
  return {
    timeZone: zone,
    days: lastDays(zone, now, days).map((day) => sumUp(day, { ...around, fixes, stops })),
  }
}

/** By the clocks where it is worn; without a branch by those of whoever asks. */
async function zoneOf({ db }: Needed, caller: Caller, deviceId: number | undefined): Promise<string> {
  if (deviceId === undefined) return knownZone(caller.timeZone)
  const [found] = await db
    .select({ zone: branches.timeZone })
    .from(devices)
    .innerJoin(branches, eq(branches.id, devices.branchId))
    .where(and(eq(devices.id, deviceId), visibleLocations(caller)))
  return knownZone(found?.zone ?? caller.timeZone)
}

/** The last days of one device. */
export async function readDays(
  services: Needed,
  caller: Caller,
  { params, query }: Input<typeof locationDays>,
): Promise<Days> {
  const device = await getLocatedDevice(services.db, caller, params)
  const zone = await zoneOf(services, caller, device.id)
  const now = new Date()
  const from = laterOf(sinceBefore(lastDays(zone, now, query.days)[0]?.from ?? now), device.shownSince)
  return sumUpDays(services, caller, {
    zone,
    now,
    days: query.days,
    ranges: from < now ? [{ deviceId: device.id, from, to: now }] : [],
    present: [device.id],
  })
}

/** The last days of a person, over everything they wore. */
export async function readWearerDays(
  services: Needed,
  caller: Caller,
  { params, query }: Input<typeof wearerLocationDays>,
): Promise<Days> {
  const { db } = services
  const wearer = await getVisibleWearer(db, caller, params.uuid)
  if (!(await mayLocateWearer(db, caller, wearer.id))) throw new Refusal('forbidden', 'noLocation')
  const now = new Date()
  const widest = new Date(now.getTime() - (query.days + 1) * 24 * 60 * MINUTE_MS)
  const worn = await wornSpans(db, caller, { wearerId: wearer.id, from: widest, to: now })
  const zone = await zoneOf(services, caller, worn.at(-1)?.deviceId)
  const begin = sinceBefore(lastDays(zone, now, query.days)[0]?.from ?? now)
  const ranges = worn
    .map((span) => ({ deviceId: span.deviceId, from: laterOf(span.from, begin), to: lastOf(span, now) }))
    .filter(({ from, to }) => from < to)
  const present = worn.filter((span) => lastOf(span, now) >= now).map(({ deviceId }) => deviceId)
  return sumUpDays(services, caller, { zone, now, days: query.days, ranges, present })
}
