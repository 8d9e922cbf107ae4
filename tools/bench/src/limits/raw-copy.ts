import pg from 'pg'
import { copy, createRows } from './copy-binary.ts'

/** The table's own limit: the same narrow rows into a table of the same shape, 5,000 a commit, two connections, nothing else. */
const BATCH = 5_000
const METRICS = 4
const DEVICES = 1_000
const ROW_BYTES = 2 + 12 + 8 + 8 + 6
const STATEMENT = 'copy raw_readings (time, device_id, value, metric) from stdin binary'
const VALUES = [72, 128, 81, 97] as const

function batchFrom(start: number, epoch: number): Buffer {
  const rows = createRows(BATCH, ROW_BYTES)
  for (let index = start; index < start + BATCH; index++) {
    const message = Math.floor(index / METRICS)
    rows.begin(4)
    rows.time(epoch + Math.floor(message / DEVICES))
    rows.int4(message % DEVICES)
    rows.float4(VALUES[index % METRICS] ?? 0)
    rows.int2((index % METRICS) + 1)
  }
  return rows.end()
}

async function client(databaseUrl: string): Promise<pg.Client> {
  const one = new pg.Client(databaseUrl)
  await one.connect()
  return one
}

/** Rows a second, each batch its own commit. */
export async function measureRawCopy(databaseUrl: string, measureMs: number): Promise<number> {
  const clients = await Promise.all([client(databaseUrl), client(databaseUrl)])
  await clients[0]?.query('create table raw_readings (like readings including all)')
  await clients[0]?.query('checkpoint')
  const epoch = Date.now()
  const startedAt = performance.now()
  let next = 0
  let rows = 0
  await Promise.all(
    clients.map(async (one) => {
      while (performance.now() - startedAt < measureMs) {
        const bytes = batchFrom(next, epoch)
        next += BATCH
        await copy(one, STATEMENT, bytes)
        rows += BATCH
      }
    }),
  )
  const rate = (rows / (performance.now() - startedAt)) * 1_000
  await clients[0]?.query('drop table raw_readings')
  await Promise.all(clients.map((one) => one.end()))
  return rate
}
