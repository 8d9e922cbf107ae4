import { metricById } from '@carewatch/contracts/metrics'
import type { Caller } from '../access/viewer.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { laterOf } from '../access/worn.ts'
import type { Services } from '../services.ts'
import { rounded } from './decimate.ts'

const MOST = 10_000

const SINCE = `select time, metric, value::float8 as value from readings
  where device_id = $1 and time >= $2 order by time, metric limit ${MOST + 1}`

type Row = { time: Date; metric: number; value: number }

/** Every reading of every metric, oldest first, as JSON. */
export async function readSince(
  services: Pick<Services, 'db' | 'facts' | 'log'>,
  caller: Caller,
  { imei, time }: { imei: string; time: Date },
): Promise<string> {
  const device = await getVisibleDevice(services.db, caller, { imei })
  const values = [device.id, laterOf(time, device.shownSince)]
  const { rows } = await services.facts.query<Row>({ text: SINCE, values })
  const readings = wholeMoments(rows).flatMap((row) => {
    const metric = metricById(row.metric)
    return metric ? [{ time: row.time.toISOString(), metric, value: rounded(row.value) }] : []
  })
  return JSON.stringify({ readings, more: rows.length > MOST })
}

/** Cut between two times, never inside one: whoever asks again from the last time misses nothing. */
function wholeMoments(rows: Row[]): Row[] {
  if (rows.length <= MOST) return rows
  const cut = rows.at(-1)?.time.getTime()
  return rows.filter(({ time }) => time.getTime() !== cut)
}
