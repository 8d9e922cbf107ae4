import { devices } from '@carewatch/migrations/schema/devices'
import { wearers } from '@carewatch/migrations/schema/wearers'
import { and, getTableColumns, inArray, sql } from 'drizzle-orm'
import { visibleDevices } from '../../access/visible.ts'
import { visibleWearers } from '../../access/visible-wearers.ts'
import type { Caller } from '../../access/viewer.ts'
import { observed } from '../../exports/fhir/codes.ts'
import { observationId } from '../../exports/fhir/observations.ts'
import type { WearerRow } from '../../exports/fhir/people.ts'
import type { ReadingsRange } from '../../webhooks/sending/claim.ts'
import { type Measured, readBatch } from '../../webhooks/sending/readings-batch.ts'
import type { Asked } from '../asked.ts'
import type { Found, Needed } from '../source.ts'
import { observations } from '../sources/observations.ts'

/** What lies further apart is read by itself: what a watch brings late is of another day. */
const APART_MS = 3_600_000

/** The ids of the observations that a device's readings make, or complete. */
const idsOf = ({ deviceUuid, readings }: Measured): Set<string> =>
  new Set(
    readings.flatMap(({ time, values }) =>
      observed
        .filter(({ parts }) => parts.some(({ metric }) => metric in values))
        .map((measurement) => observationId(deviceUuid, measurement, new Date(time))),
    ),
  )

/** Times that lie together, from the first to the last of them. */
function spansOf({ readings }: Measured): { from: number; to: number }[] {
  const times = readings.map(({ time }) => Date.parse(time)).toSorted((one, other) => one - other)
  const spans: { from: number; to: number }[] = []
  for (const time of times) {
    const last = spans.at(-1)
    if (last && time - last.to <= APART_MS) last.to = time
    else spans.push({ from: time, to: time })
  }
  return spans
}

const askedOf = ({ from, to }: { from: number; to: number }): Asked => ({
  tokens: new Map(),
  references: new Map(),
  dates: new Map([
    [
      'date',
      [
        { prefix: 'ge', low: new Date(from), high: new Date(from) },
        { prefix: 'lt', low: new Date(to + 1), high: new Date(to + 1) },
      ],
    ],
  ]),
  count: 0,
  after: undefined,
})

/** Who wears these devices now, of those whom the caller sees. */
async function wearersOf({ db }: Needed, caller: Caller, uuids: string[]): Promise<Map<string, WearerRow>> {
  const rows = await db
    .select({ device: devices.uuid, wearer: getTableColumns(wearers) })
    .from(devices)
    .innerJoin(wearers, and(sql`${wearers.id} = present_wearer(${devices.id})`, visibleWearers(caller)))
    .where(and(inArray(devices.uuid, uuids), visibleDevices(caller)))
  return new Map(rows.map(({ device, wearer }) => [device, wearer]))
}

async function* madeOf(
  needed: Needed,
  caller: Caller,
  { measured, wearer }: { measured: Measured; wearer: WearerRow },
): AsyncGenerator<Found> {
  const ids = idsOf(measured)
  for (const span of spansOf(measured))
    for await (const one of observations({ needed, caller, asked: askedOf(span), wearer }))
      if (ids.has(one.resource.id ?? '')) yield one
}

/** The observations of a range of readings, as a search finds them: what was off the wrist is none, and half of a pair is completed. */
export async function measuredIn(
  needed: Needed,
  caller: Caller,
  { range, at }: { range: ReadingsRange; at: Date },
): Promise<{ found: Found[]; isComplete: boolean }> {
  const batch = await readBatch({ pool: needed.facts, db: needed.db }, caller, { range, at })
  if (!batch) return { found: [], isComplete: true }
  const { devices: all, isComplete } = batch.data
  const worn = await wearersOf(
    needed,
    caller,
    all.map(({ deviceUuid }) => deviceUuid),
  )
  const found: Found[] = []
  for (const measured of all) {
    const wearer = worn.get(measured.deviceUuid)
    if (wearer) for await (const one of madeOf(needed, caller, { measured, wearer })) found.push(one)
  }
  return { found, isComplete }
}
