import { isLimited, metric, type MetricName, metricNames } from '@carewatch/contracts/metrics'
import type { Range } from '../http/range.ts'
import type { Quality } from '@carewatch/contracts/rules/observer'
import { isWithin, offWristIn } from '../readings/worthless.ts'
import { rounded } from '../readings/decimate.ts'
import type { Services } from '../services.ts'
import { PAGE, pageByPage, type Row, type Table } from './pages.ts'

/** Along the primary key, so that every page is read from where the last one ended. */
const NEXT = `select time, value::float8 as value from readings
  where device_id = $1 and metric = $2 and time > $3 and time <= $4 order by time limit ${PAGE}`

type Found = { time: Date; value: number }
type Asked = Range & { deviceId: number; metric: MetricName | undefined }

const justBefore = (time: Date): Date => new Date(time.getTime() - 1)

async function* rowsOf(
  facts: Services['facts'],
  { deviceId, from, to, metric: only }: Asked,
): AsyncGenerator<Row[]> {
  const off = await offWristIn(facts, { deviceId, from, to })
  const qualityOf = (name: MetricName, time: Date): Quality | null =>
    isLimited(name) && off.some((span) => isWithin(span, time)) ? 'WORTHLESS' : null
  for (const name of only ? [only] : metricNames) {
    const { id, unit } = metric(name)
    const read = async (after: Date) =>
      (await facts.query<Found>({ text: NEXT, values: [deviceId, id, after, to] })).rows
    const pages = pageByPage({ from: justBefore(from), read, placeOf: ({ time }: Found) => time })
    for await (const page of pages)
      yield page.map(({ time, value }) => ({
        time: time.toISOString(),
        metric: name,
        value: rounded(value),
        unit,
        quality: qualityOf(name, time),
      }))
  }
}

/** `quality`: WORTHLESS where the watch was not on the wrist, else empty. */
export const READING_COLUMNS = ['time', 'metric', 'value', 'unit', 'quality'] as const

export const readingsTable = (facts: Services['facts'], asked: Asked): Table => ({
  columns: READING_COLUMNS,
  pages: rowsOf(facts, asked),
})
