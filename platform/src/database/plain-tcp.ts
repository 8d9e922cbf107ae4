import { formatNames, formatOf } from '@carewatch/contracts/formats'
import type pg from 'pg'

const USED = `
select exists (select from device_proofs p join devices d on d.id = p.device_id left join device_models m on m.name = d.device_model
  where p.how = 'REPORTED_BEFORE' and d.deleted_at is null and coalesce(m.format, d.device_model) = any($1::text[])) as used`

const SOCKET_FORMATS = formatNames.filter((name) => formatOf(name).transport === 'TCP')

/** Whether watches over plain TCP reported here before their port was closed unless somebody opens it: they go on. */
export async function usesPlainTcp(db: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await db.query<{ used: boolean }>(USED, [SOCKET_FORMATS])
  return rows[0]?.used ?? false
}
