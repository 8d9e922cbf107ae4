import { packReadings, type ReadingColumns } from '@carewatch/contracts/batches'
import type pg from 'pg'
import type { Message } from './batch.ts'
import { arrayOf } from './columns.ts'
import { createKnownWeeks, type KnownWeeks, weekArrays } from './reading-weeks.ts'
import {
  STORE_NEW,
  STORE_NEW_AND_MORE,
  STORE_READINGS,
  STORE_WITH_REPEATS,
  STORE_WITH_REPEATS_AND_MORE,
} from './store-statements.ts'
import { touchedArrays, touchedBy } from './touched-days.ts'

const UNIQUE_VIOLATION = '23505'

export type Stored = { isUrgent: boolean }

/** Commits the facts of these messages, which are all known to be their devices' or all not; a repeat (same device, metric and time) changes nothing. */
export async function storeMessages(
  db: pg.Pool,
  messages: readonly Message[],
  known: KnownWeeks = createKnownWeeks(),
): Promise<Stored> {
  const columns = readingColumns(messages)
  const weeks = known.unknownOf(columns)
  // At each attempt anew: one may come much later than the one before.
  const touched = touchedBy(columns, Date.now())
  const isUsual = weeks.length === 0 && touched.length === 0
  try {
    if (isUsual && hasReadingsOnly(messages)) return await storeReadings(db, messages, columns)
    const values = valuesOf(messages, columns)
    const stored = isUsual
      ? await store(db, values)
      : await storeAndMore(db, [...values, ...weekArrays(weeks), ...touchedArrays(touched)])
    known.learn(weeks)
    return stored
  } catch (error) {
    // Another server may answer next, which has not all that this one had.
    known.forget()
    throw error
  }
}

const hasReadingsOnly = (messages: readonly Message[]): boolean =>
  messages.every(
    ({ decoded: { readings, positions, events } }) =>
      readings.length > 0 && positions.length === 0 && events.length === 0,
  )

async function storeReadings(
  db: pg.Pool,
  messages: readonly Message[],
  columns: ReadingColumns,
): Promise<Stored> {
  const values = [...readingArrays(messages, columns), isUnproven(messages)]
  try {
    await db.query({ name: 'store-readings', text: STORE_READINGS, values })
    return { isUrgent: false }
  } catch (error) {
    if (!isRepeat(error)) throw error
    return storeWithRepeats(db, valuesOf(messages, columns))
  }
}

type Row = { urgent: boolean }
const storedOf = (rows: readonly Row[]): Stored => ({ isUrgent: rows.some(({ urgent }) => urgent) })

async function store(db: pg.Pool, values: unknown[]): Promise<Stored> {
  try {
    const { rows } = await db.query<Row>({ name: 'store-new', text: STORE_NEW, values })
    return storedOf(rows)
  } catch (error) {
    if (!isRepeat(error)) throw error
    return storeWithRepeats(db, values)
  }
}

async function storeWithRepeats(db: pg.Pool, values: unknown[]): Promise<Stored> {
  const { rows } = await db.query<Row>({ name: 'store-with-repeats', text: STORE_WITH_REPEATS, values })
  return storedOf(rows)
}

async function storeAndMore(db: pg.Pool, values: unknown[]): Promise<Stored> {
  const { rows } = await db
    .query<Row>({ name: 'store-new-and-more', text: STORE_NEW_AND_MORE, values })
    .catch((error: unknown) => {
      if (!isRepeat(error)) throw error
      return db.query<Row>({
        name: 'store-with-repeats-and-more',
        text: STORE_WITH_REPEATS_AND_MORE,
        values,
      })
    })
  return storedOf(rows)
}

const isRepeat = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION

const receivedAtOf = (messages: readonly Message[]): number => messages.at(-1)?.uplink.receivedAt ?? 0
const isUnproven = (messages: readonly Message[]): boolean => messages[0]?.uplink.isUnproven ?? false

/** The rows as columns, and packed for the rules. */
function readingArrays(messages: readonly Message[], columns: ReadingColumns): Buffer[] {
  const { count } = columns
  return [
    arrayOf('int4', columns.deviceId, count),
    arrayOf('int2', columns.metric, count),
    arrayOf('timestamptz', columns.time, count),
    arrayOf('float4', columns.value, count),
    Buffer.from(packReadings(columns, receivedAtOf(messages))),
  ]
}

function valuesOf(messages: readonly Message[], columns: ReadingColumns): unknown[] {
  const [deviceId, metric, time, value, packed] = readingArrays(messages, columns)
  return [
    deviceId,
    metric,
    time,
    value,
    columns.count,
    packed,
    ...positionArrays(messages),
    ...eventArrays(messages),
    receivedAtOf(messages),
    isUnproven(messages),
  ]
}

function readingColumns(messages: readonly Message[]): ReadingColumns {
  const size = messages.reduce((sum, { decoded }) => sum + decoded.readings.length, 0)
  const deviceId = new Int32Array(size)
  const metric = new Uint8Array(size)
  const time = new Float64Array(size)
  const value = new Float32Array(size)
  let row = 0
  for (const { uplink, decoded } of messages) {
    for (const reading of decoded.readings) {
      deviceId[row] = uplink.source.deviceId
      metric[row] = reading.metric
      time[row] = reading.time
      value[row++] = reading.value
    }
  }
  return { count: size, deviceId, metric, time, value }
}

function positionArrays(messages: readonly Message[]): unknown[] {
  const positions = messages.flatMap(({ uplink, decoded }) =>
    decoded.positions.map((position) => ({ ...position, deviceId: uplink.source.deviceId })),
  )
  const column = (pick: (position: (typeof positions)[number]) => number) => positions.map(pick)
  return [
    arrayOf(
      'int4',
      column(({ deviceId }) => deviceId),
    ),
    arrayOf(
      'timestamptz',
      column(({ time }) => time),
    ),
    arrayOf(
      'float8',
      column(({ lat }) => lat),
    ),
    arrayOf(
      'float8',
      column(({ lng }) => lng),
    ),
    arrayOf(
      'float4',
      column(({ accuracyM }) => accuracyM ?? Number.NaN),
    ),
    positions.map(({ source }) => source),
  ]
}

function eventArrays(messages: readonly Message[]): unknown[] {
  const events = messages.flatMap(({ uplink, decoded }) =>
    decoded.events.map((event) => ({
      ...event,
      deviceId: uplink.source.deviceId,
      receivedAt: uplink.receivedAt,
    })),
  )
  return [
    arrayOf(
      'int4',
      events.map(({ deviceId }) => deviceId),
    ),
    arrayOf(
      'timestamptz',
      events.map(({ time }) => time),
    ),
    events.map(({ type }) => type),
    arrayOf(
      'timestamptz',
      events.map(({ receivedAt }) => receivedAt),
    ),
  ]
}
