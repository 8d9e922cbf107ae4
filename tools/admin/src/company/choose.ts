import pg from 'pg'
import { carried } from './parts/parts.ts'
import type { Shape } from './shape.ts'

const quoted = (name: string): string => pg.escapeIdentifier(name)

/** Of these the name goes where a row that goes names one that does not. */
const SHADED = ['devices', 'wearers', 'users'] as const
const isShaded = (table: string): boolean => SHADED.some((one) => one === table)

export const forCompany = (text: string, companyId: number): string =>
  text.replaceAll('$company', String(companyId))

/** What a row needs that may not be empty and goes only where it goes. */
function needs({ table, columns }: Shape): string {
  return columns
    .filter(({ isNullable, references }) => !isNullable && references !== null && references !== table)
    .filter(({ references }) => carried.has(references ?? '') && !isShaded(references ?? ''))
    .map(
      ({ name, references }) =>
        ` and exists (select from moved_${references} m where m.id = t.${quoted(name)})`,
    )
    .join('')
}

/** The condition by which a row of a table goes. */
const whole = (shape: Shape): string => `(${carried.get(shape.table)?.rows})${needs(shape)}`

/** Which times of a device go: while somebody wore it who goes, and of one of the company's own whatever is nobody else's. */
const TIMES = `
insert into moved_times (device_id, from_at, until_at)
select chosen.id, coalesce(lower(span), '-infinity'), coalesce(upper(span), 'infinity') from (
  select m.id, unnest(
    (case when m.is_shade then '{}'::tstzmultirange else tstzmultirange(tstzrange(coalesce(d.company_since, '-infinity'), null)) end
      - coalesce((select range_agg(tstzrange(a.started_at, a.ended_at)) from assignments a where a.device_id = m.id
          and not exists (select from moved_wearers w where w.id = a.wearer_id and not w.is_shade)), '{}'))
    + coalesce((select range_agg(tstzrange(a.started_at, a.ended_at)) from assignments a where a.device_id = m.id
          and exists (select from moved_wearers w where w.id = a.wearer_id and not w.is_shade)), '{}')) as span
  from moved_devices m join devices d on d.id = m.id) chosen`

async function chooseTimes(client: pg.ClientBase): Promise<void> {
  await client.query('truncate moved_times')
  await client.query(TIMES)
  await client.query('analyze moved_times')
}

async function chooseTable(client: pg.ClientBase, shape: Shape, companyId: number): Promise<void> {
  const moved = `moved_${shape.table}`
  await client.query(
    `create temp table ${moved} (id int8 primary key, is_shade boolean not null default false)`,
  )
  const rows = forCompany(whole(shape), companyId)
  await client.query(`insert into ${moved} (id) select t.id from ${quoted(shape.table)} t where ${rows}`)
  await client.query(`analyze ${moved}`)
}

/** Whoever and whatever is named by what goes, and does not go: as a name. */
async function chooseShades(
  client: pg.ClientBase,
  shapes: readonly Shape[],
  companyId: number,
): Promise<void> {
  for (const shape of shapes)
    for (const { name, references } of shape.columns) {
      if (references === null || !isShaded(references)) continue
      const put = carried.get(shape.table)?.put?.[name]
      if (put !== undefined) continue
      await client.query(
        `insert into moved_${references} (id, is_shade) select distinct t.${quoted(name)}, true from ${quoted(shape.table)} t
         where t.${quoted(name)} is not null and ${chosen(shape, companyId)} on conflict do nothing`,
      )
    }
}

/** The condition by which a row of a table was chosen, and is more than a name. */
const chosen = (shape: Shape, companyId: number): string =>
  shape.isNumbered
    ? `exists (select from moved_${shape.table} m where m.id = t.id and not m.is_shade)`
    : forCompany(whole(shape), companyId)

/** Notes in tables of this connection's own which rows go, before the first is written. */
export async function chooseRows(
  client: pg.ClientBase,
  shapes: readonly Shape[],
  companyId: number,
): Promise<void> {
  await client.query(
    'create temp table moved_times (device_id int8 not null, from_at timestamptz not null, until_at timestamptz not null)',
  )
  await client.query('create index on moved_times (device_id)')
  for (const shape of shapes) {
    if (shape.isNumbered) await chooseTable(client, shape, companyId)
    const areBoth = ['devices', 'wearers'].includes(shape.table)
    if (areBoth && (await arePeopleAndDevicesChosen(client))) await chooseTimes(client)
  }
  await chooseShades(client, shapes, companyId)
  await chooseTimes(client)
}

const BOTH = `select to_regclass('pg_temp.moved_devices') is not null and to_regclass('pg_temp.moved_wearers') is not null as are`
const arePeopleAndDevicesChosen = async (client: pg.ClientBase): Promise<boolean> =>
  (await client.query<{ are: boolean }>(BOTH)).rows[0]?.are === true

/** A column of a row that goes: what it is put as, and nothing where it names a row that stays. */
function valueOf(shape: Shape, name: string): string {
  const { put = {}, bytes = {} } = carried.get(shape.table) ?? {}
  const column = `t.${quoted(name)}`
  if (put[name] !== undefined) return put[name]
  if (bytes[name] === 'sealed') return 'null'
  const references = shape.columns.find((one) => one.name === name)?.references ?? null
  if (references === null || isShaded(references)) return column
  if (!carried.has(references)) return 'null'
  return `case when exists (select from moved_${references} m where m.id = ${column}) then ${column} end`
}

/** What is read of a table, as `copy` takes it. */
export function selectionOf(shape: Shape, companyId: number): string {
  const names = shape.columns.map(({ name }) => name)
  const from = `from ${quoted(shape.table)} t where`
  const values = names.map((name) => valueOf(shape, name)).join(', ')
  const rows = `select ${values} ${from} ${chosen(shape, companyId)}`
  const shade = carried.get(shape.table)?.shade
  if (!shade) return forCompany(rows, companyId)
  const named = names.map((name) => shade[name] ?? valueOf(shape, name)).join(', ')
  const shades = `select ${named} ${from} exists (select from moved_${shape.table} m where m.id = t.id and m.is_shade)`
  return forCompany(`${rows} union all ${shades}`, companyId)
}

/** The same of a table of facts. */
export function factsOf({ columns }: Shape, { table, at }: { table: string; at: boolean }): string {
  const values = columns.map(({ name }) => `t.${quoted(name)}`).join(', ')
  return at
    ? `select ${values} from moved_times m join ${quoted(table)} t on t.device_id = m.device_id and t.time >= m.from_at and t.time < m.until_at`
    : `select ${values} from moved_gateways g join ${quoted(table)} t on t.gateway_id = g.id where exists (select from moved_beacons b where b.id = t.beacon_id)`
}
