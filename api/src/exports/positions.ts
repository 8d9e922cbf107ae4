import type { Range } from '../http/range.ts'
import { rounded } from '../readings/decimate.ts'
import type { Services } from '../services.ts'
import { PAGE, pageByPage, type Row, type Table } from './pages.ts'

const NEXT = `select time, lat, lng, accuracy_m::float8 as accuracy, source from positions
  where device_id = $1 and time > $2 and time <= $3 order by time limit ${PAGE}`

type Found = { time: Date; lat: number; lng: number; accuracy: number | null; source: string }
type Asked = Range & { deviceId: number }

async function* rowsOf(facts: Services['facts'], { deviceId, from, to }: Asked): AsyncGenerator<Row[]> {
  const read = async (after: Date) =>
    (await facts.query<Found>({ text: NEXT, values: [deviceId, after, to] })).rows
  const pages = pageByPage({
    from: new Date(from.getTime() - 1),
    read,
    placeOf: ({ time }: Found) => time,
  })
  for await (const page of pages)
    yield page.map(({ time, accuracy, ...fix }) => ({
      time: time.toISOString(),
      ...fix,
      accuracy: accuracy === null ? null : rounded(accuracy),
    }))
}

export const POSITION_COLUMNS = ['time', 'lat', 'lng', 'accuracy', 'source'] as const

export const positionsTable = (facts: Services['facts'], asked: Asked): Table => ({
  columns: POSITION_COLUMNS,
  pages: rowsOf(facts, asked),
})
