import { type KnownCell, placeByCells } from './by-cells.ts'
import type { Resolver } from './resolver.ts'
import type { Asking } from '../lookups/share.ts'

/** Watches do not say which radio they hear it by: of several the one that is known best. */
const FIND = `
select distinct on (n) n::int4 as n, c.lat::float8 as lat, c.lng::float8 as lng, c.range_m as "rangeM", c.samples, c.radio
from unnest($1::int2[], $2::int2[], $3::int4[], $4::int8[]) with ordinality as heard (mcc, mnc, lac, cid, n)
join mobile_cells c using (mcc, mnc, lac, cid) order by n, c.samples desc, c.radio`

type Row = Omit<KnownCell, 'signal'> & { n: number }

/** Looks cells up in the table that an operator imported: nobody outside is asked. */
export function createCellTable(db: Asking): Resolver {
  return async ({ cells }) => {
    if (cells.length === 0) return undefined
    const values = [
      cells.map(({ mcc }) => mcc),
      cells.map(({ mnc }) => mnc),
      cells.map(({ lac }) => lac),
      cells.map(({ cid }) => cid),
    ]
    const { rows } = await db.query<Row>({ name: 'find-cells', text: FIND, values })
    return placeByCells(rows.map(({ n, ...known }) => ({ ...known, signal: cells[n - 1]?.signal })))
  }
}
