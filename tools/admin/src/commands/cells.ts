import pg from 'pg'
import { type Cell, linesOf, readCell } from './read-cells.ts'

/** So many bad lines are shown. */
const SHOWN = 10
const EVERY = 1_000_000
/** So many are held at once. */
const BATCH = 5_000
const LOCK = 20_260_104

type How = { countries: ReadonlySet<number> | undefined; onProgress: (text: string) => void }
export type Imported = {
  added: number
  renewed: number
  /** Known here as they are, or newer. */
  unchanged: number
  /** Of other countries, or of another kind. */
  others: number
  bad: number
  /** The first of the bad: at which line, and why. */
  faults: string[]
}

/** What is newer takes the place of what there is; of what a batch holds twice the newest. */
const TAKE = `
with taken as (
  insert into mobile_cells as c (mcc, mnc, lac, cid, radio, lat, lng, range_m, samples, updated_at)
  select distinct on (mcc, mnc, lac, cid, radio) mcc, mnc, lac, cid, radio, lat, lng, range_m, samples, to_timestamp(updated)
  from unnest($1::int2[], $2::int2[], $3::int4[], $4::int8[], $5::text[], $6::float4[], $7::float4[], $8::int4[], $9::int4[], $10::float8[])
    as u (mcc, mnc, lac, cid, radio, lat, lng, range_m, samples, updated)
  order by mcc, mnc, lac, cid, radio, updated desc, samples desc
  on conflict (mcc, mnc, lac, cid, radio) do update set
    lat = excluded.lat, lng = excluded.lng, range_m = excluded.range_m, samples = excluded.samples, updated_at = excluded.updated_at
  where c.updated_at < excluded.updated_at
  returning (xmax = 0) as is_new)
select count(*) filter (where is_new)::int as added, count(*) filter (where not is_new)::int as renewed from taken`

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'cells' })
  // Its end is heard by whoever waits for an answer.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** With nobody else who changes the cells, for as long as it takes. */
const withCells = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [LOCK])
    if (!rows[0]?.mine)
      throw new Error('Cells are being imported or removed already; wait until that is done.')
    await client.query('set statement_timeout = 0')
    return work(client)
  })

type Counted = Imported & { good: number }
const nothingCounted = (): Counted => ({
  added: 0,
  renewed: 0,
  unchanged: 0,
  others: 0,
  bad: 0,
  good: 0,
  faults: [],
})

/** The cells of a file, a batch after the other; counts what is none. A first line may name the columns. */
async function* cellsIn(path: string, counted: Counted, { countries, onProgress }: How) {
  const wanted = { countries, now: Date.now() }
  let number = 0
  let cells: Cell[] = []
  for await (const line of linesOf(path)) {
    number++
    if (number % EVERY === 0) onProgress(`${number.toLocaleString('en')} lines`)
    if (line === '' || (number === 1 && line.startsWith('radio,'))) continue
    const read = readCell(line, wanted)
    if ('cell' in read) cells.push(read.cell)
    else if ('other' in read) counted.others++
    else if (counted.bad++ < SHOWN) counted.faults.push(`line ${number}: ${read.bad}`)
    if (cells.length < BATCH) continue
    yield cells
    cells = []
  }
  if (cells.length > 0) yield cells
}

async function take(client: pg.Client, cells: readonly Cell[], counted: Counted): Promise<void> {
  const values = [
    cells.map(({ mcc }) => mcc),
    cells.map(({ mnc }) => mnc),
    cells.map(({ lac }) => lac),
    cells.map(({ cid }) => cid),
    cells.map(({ radio }) => radio),
    cells.map(({ lat }) => lat),
    cells.map(({ lng }) => lng),
    cells.map(({ rangeM }) => rangeM),
    cells.map(({ samples }) => samples),
    cells.map(({ updatedS }) => updatedS),
  ]
  const { rows } = await client.query<{ added: number; renewed: number }>({
    name: 'take-cells',
    text: TAKE,
    values,
  })
  const { added = 0, renewed = 0 } = rows[0] ?? {}
  counted.added += added
  counted.renewed += renewed
}

/** What a file holds, without taking any of it; refuses one that is cut short or holds none. */
async function lookThrough(path: string, how: How): Promise<Counted> {
  const counted = nothingCounted()
  for await (const cells of cellsIn(path, counted, how)) counted.good += cells.length
  if (counted.good === 0) throw new Error(noCells(counted))
  return counted
}

/** Takes a table of cells over: all of it that can be read, or nothing where the file is cut short or holds none. Read through first, then committed in pieces, so that no transaction lasts as long as the file. */
export async function importCells(url: string, path: string, how: How): Promise<Imported> {
  return withCells(url, async (client) => {
    // Told once: how far the second reading is, which writes.
    const seen = await lookThrough(path, { ...how, onProgress: () => {} })
    const taken = nothingCounted()
    for await (const cells of cellsIn(path, nothingCounted(), how)) await take(client, cells, taken)
    await client.query('analyze mobile_cells')
    const { good, ...imported } = seen
    const { added, renewed } = taken
    return { ...imported, added, renewed, unchanged: good - added - renewed }
  })
}

const noCells = ({ others, faults: [first] }: Imported): string =>
  `The file holds no cell${others > 0 ? ` of these countries (${others.toLocaleString('en')} of others)` : ''}${first ? `; ${first}` : ''}.`

export type Country = { mcc: number; radio: string; count: number; newest: Date }

/** How many cells there are, by country and radio. */
export const listCells = (url: string): Promise<Country[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<Country>(
      'select mcc, radio, count(*)::int as count, max(updated_at) as newest from mobile_cells group by mcc, radio order by mcc, radio',
    )
    return rows
  })

/** Away with all of them, or with those of some countries; answers how many there were. */
export const removeCells = (url: string, countries?: ReadonlySet<number>): Promise<number> =>
  withCells(url, async (client) => {
    const { rowCount } = await client.query(
      'delete from mobile_cells where $1::int2[] is null or mcc = any($1::int2[])',
      [countries ? [...countries] : null],
    )
    return rowCount ?? 0
  })
