import { createServer } from 'node:net'
import { Aedes } from 'aedes'
import pg from 'pg'
import { copy, createRows } from './copy-binary.ts'

/** Aedes, and a binary COPY of what gathered while the last one ran: one wide row a message, no rules, no deduplication, no live lane, no sign-in. */
const CONNECTIONS = 2
const MAX_BATCH = 5_000
const COLUMNS = 12
/** `watch/` and the first eight digits of the IMEI stand before it. */
const SERIAL_FROM = 14
const ROW_BYTES = 2 + 12 + COLUMNS * 8

type Message = { device: number; time: number; values: (number | undefined)[]; done: () => void }

const TABLE = `create table if not exists naive_readings (
  device_id int not null, time timestamptz not null, heart_rate real, systolic real, diastolic real, spo2 real,
  temperature real, steps real, battery real, sleep_deep real, sleep_light real, sleep_awake real)`
const COPY = 'copy naive_readings from stdin binary'

const clients = await Promise.all(
  Array.from({ length: CONNECTIONS }, async () => {
    const client = new pg.Client(process.env.DATABASE_URL)
    await client.connect()
    return client
  }),
)
await clients[0]?.query(TABLE)
await clients[0]?.query('create index if not exists naive_device_time on naive_readings (device_id, time)')

const idle = [...clients]
let waiting: Message[] = []

function encode(batch: readonly Message[]): Buffer {
  const rows = createRows(batch.length, ROW_BYTES)
  for (const { device, time, values } of batch) {
    rows.begin(COLUMNS)
    rows.int4(device)
    rows.time(time)
    for (const value of values) {
      if (value === undefined) rows.nothing()
      else rows.float4(value)
    }
  }
  return rows.end()
}

function drain(): void {
  const client = waiting.length > 0 ? idle.pop() : undefined
  if (!client) return
  const batch = waiting.splice(0, MAX_BATCH)
  copy(client, COPY, encode(batch)).then(
    () => {
      for (const { done } of batch) done()
      idle.push(client)
      drain()
    },
    (error: Error) => {
      process.stderr.write(`naive chain: ${error.message}\n`)
      process.exit(1)
    },
  )
}

function store(topic: string, payload: Buffer, done: () => void): void {
  const { time, heartRate, systolic, diastolic, spo2 } = JSON.parse(payload.toString()) as Record<
    string,
    number
  >
  const device = Number(topic.slice(SERIAL_FROM, SERIAL_FROM + 7))
  const rest = Array.from({ length: 6 }, () => undefined)
  waiting.push({ device, time: time ?? 0, values: [heartRate, systolic, diastolic, spo2, ...rest], done })
  if (waiting.length === 1) setImmediate(drain)
}

const broker = await Aedes.createBroker({ concurrency: 1_000 })
broker.authorizePublish = (_client, packet, done) =>
  store(packet.topic, packet.payload as Buffer, () => done(null))

createServer(broker.handle).listen(Number(process.env.PORT), '127.0.0.1', 4_096, () =>
  process.send?.('ready'),
)
process.once('disconnect', () => process.exit(0))
