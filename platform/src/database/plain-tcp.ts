import { formatNames, formatOf } from '@carewatch/contracts/formats'
import type pg from 'pg'

/** Whoever was heard, and whoever was proven: by a code, a network or a first contact as much as by having reported before. */
const USED = `
select exists (select from devices d left join device_models m on m.name = d.device_model
  where d.deleted_at is null and coalesce(m.format, d.device_model) = any($1::text[])
    and (exists (select from device_proofs where device_id = d.id)
      or exists (select from device_status where device_id = d.id and last_seen_at is not null))) as used`

const SOCKET_FORMATS = formatNames.filter((name) => formatOf(name).transport === 'TCP')

/** Whether watches over plain TCP are in use here: the port that is closed unless somebody opens it stays open for them. */
export async function usesPlainTcp(db: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await db.query<{ used: boolean }>(USED, [SOCKET_FORMATS])
  return rows[0]?.used ?? false
}
