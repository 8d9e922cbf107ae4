import { sealArrived } from '@carewatch/platform/audit/seal'
import type pg from 'pg'
import type { CompanyEnding, Manifest } from './manifest.ts'

/** Names the rows that came: how many, the end of their own chain and that of the log they are from. */
const TRACE = `
insert into audit_log (company_id, action, entity, entity_uuid, address, detail)
select m.new, 'created', 'company', $1, 'command line', $2 from map_companies m returning id`

const CAME = 'select new::int4 as id from map_audit_log order by new'

/** Seals what came of the audit log in the chain of this installation, with a trace that says where it is from. */
export async function sealLog(
  client: pg.ClientBase,
  { manifest, ending }: { manifest: Manifest; ending: CompanyEnding },
): Promise<void> {
  const { rows, end, whole } = ending.audit
  const detail = { from: 'another installation', madeAt: manifest.madeAt, rows, end, whole }
  const { rows: traces } = await client.query<{ id: number }>(TRACE, [manifest.company.uuid, detail])
  const { rows: came } = await client.query<{ id: number }>(CAME)
  await sealArrived(
    client,
    [...came, ...traces].map(({ id }) => id),
  )
}
