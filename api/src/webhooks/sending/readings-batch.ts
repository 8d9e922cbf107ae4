import { unpackReadings } from '@carewatch/contracts/batches'
import { readingsSince } from '@carewatch/contracts/http/readings'
import { metricById } from '@carewatch/contracts/metrics'
import { devices } from '@carewatch/migrations/schema/devices'
import type { Db } from '@carewatch/platform/database/client'
import { forCompany } from '@carewatch/platform/database/company-scope'
import { and } from 'drizzle-orm'
import { byDevice, type Person } from '../../access/persons.ts'
import { companyOfStaff } from '../../access/reach.ts'
import type { Viewer } from '../../access/viewer.ts'
import { visibleDevices } from '../../access/visible.ts'
import { plannedChange, shownSince } from '../../access/worn.ts'
import { isAmong } from '../../http/among.ts'
import { rounded } from '../../readings/decimate.ts'
import type { Facts } from '../../services.ts'
import type { ReadingsRange } from './claim.ts'
import { mayAsk } from './render.ts'

export const READINGS_BATCH = 'readings.batch'

const ROWS = `
select readings, stored, at from outgoing_readings where position > $1 and position <= $2 order by position`
const OLDEST = `select min(position)::float8 as oldest from outgoing_readings where position is not null`

type Row = { readings: Buffer; stored: number[] | null; at: Date }
type Reading = { deviceId: number; metric: string; time: number; value: number }
/** Of a device, in its own words, what it measured at each time. */
export type Measured = { deviceUuid: string; readings: { time: string; values: Record<string, number> }[] }
type Batch = {
  data: { from: string; until: string; isComplete: boolean; devices: Measured[] }
  shows: readonly Person[]
}

function* newIn({ readings, stored }: Row): Generator<Reading> {
  const columns = unpackReadings(readings)
  const isNew = stored && new Set(stored)
  for (let row = 0; row < columns.count; row++) {
    if (isNew && !isNew.has(row + 1)) continue
    const [deviceId = 0, time = 0, value = 0] = [columns.deviceId[row], columns.time[row], columns.value[row]]
    const metric = metricById(columns.metric[row] ?? 0)
    if (metric) yield { deviceId, metric, time, value }
  }
}

/** Of these devices those that the viewer sees now, and from and until when what they measured is of who wears them now. */
const shownOf = (db: Db, viewer: Viewer, ids: number[]) =>
  forCompany(companyOfStaff(viewer), () =>
    db
      .select({ id: devices.id, uuid: devices.uuid, since: shownSince(viewer), until: plannedChange })
      .from(devices)
      .where(and(isAmong(devices.id, ids), visibleDevices(viewer))),
  )

function grouped(all: readonly Reading[], shown: Awaited<ReturnType<typeof shownOf>>): Measured[] {
  const byId = new Map(shown.map((device) => [device.id, device]))
  const byUuid = new Map<string, Map<number, Record<string, number>>>()
  for (const { deviceId, metric, time, value } of all) {
    const device = byId.get(deviceId)
    if (!device || time < device.since.getTime()) continue
    if (device.until && time >= device.until.getTime()) continue
    const times = byUuid.get(device.uuid) ?? new Map<number, Record<string, number>>()
    byUuid.set(device.uuid, times)
    times.set(time, { ...times.get(time), [metric]: rounded(value) })
  }
  return [...byUuid].map(([deviceUuid, times]) => ({
    deviceUuid,
    readings: [...times].map(([time, values]) => ({ time: new Date(time).toISOString(), values })),
  }))
}

/** Whether nothing of it was deleted before it could be sent. */
async function isComplete(pool: Facts, { after }: ReadingsRange): Promise<boolean> {
  // unscoped: a number of a position
  const { rows } = await pool.query<{ oldest: number | null }>(OLDEST)
  const oldest = rows[0]?.oldest ?? null
  return oldest !== null && oldest <= after + 1
}

/** What a key is told of a range of readings, by its rights of this moment; nothing where it sees none of it, and none is missing. */
export async function readBatch(
  { pool, db }: { pool: Facts; db: Db },
  viewer: Viewer,
  { range, at }: { range: ReadingsRange; at: Date },
): Promise<Batch | undefined> {
  if (!mayAsk(viewer, readingsSince)) return undefined
  // unscoped: of what was stored together that of the devices in sight is taken below
  const { rows } = await pool.query<Row>(ROWS, [range.after, range.until])
  const all = rows.flatMap((row) => [...newIn(row)])
  const shown = await shownOf(db, viewer, [...new Set(all.map(({ deviceId }) => deviceId))])
  const measured = grouped(all, shown)
  const complete = await isComplete(pool, range)
  if (measured.length === 0 && complete) return undefined
  const from = new Date(range.since).toISOString()
  const data = { from, until: (rows.at(-1)?.at ?? at).toISOString(), isComplete: complete, devices: measured }
  return { data, shows: measured.map(({ deviceUuid }) => byDevice(deviceUuid)) }
}
