import { defaultChains, familyOf } from '@carewatch/contracts/escalation'
import type pg from 'pg'
import type { AlarmRow } from '../alarms/change.ts'
import type { DeviceProfile } from '../device-book.ts'

/** The branch's own chain stands over the company's, and that over the default. */
const BEGIN = `
insert into escalations (alarm_id, chain, due_at)
select $1, chain, date_trunc('milliseconds', now()) + (chain #>> '{steps,0,afterSeconds}')::int * interval '1 second'
from (select coalesce((select chain from escalation_chains where company_id = $2 and family = $3 and (branch_id = $4 or branch_id is null)
  order by branch_id nulls last limit 1), $5::jsonb) as chain) as own
on conflict (alarm_id) do update set chain = excluded.chain, run = escalations.run + 1, round = 0, step = 0, ahead_ms = 0,
  due_at = excluded.due_at, updated_at = now()`

/** Starts the alarm's chain; from its beginning again where it became graver or called again. */
export async function beginEscalation(
  db: pg.ClientBase,
  { companyId, branchId }: Pick<DeviceProfile, 'companyId' | 'branchId'>,
  { id, kind, severity }: Pick<AlarmRow, 'id' | 'kind' | 'severity'>,
): Promise<void> {
  const family = familyOf(kind, severity)
  const values = [id, companyId, family, branchId, JSON.stringify(defaultChains[family])]
  await db.query({ name: 'begin-escalation', text: BEGIN, values })
}

const GO_ON = `
update escalations set due_at = date_trunc('milliseconds', now()), updated_at = now() where alarm_id = $1 and due_at is null`

/** The alarm had calmed down before anybody answered, and is back: what fell due meanwhile is told now. */
export async function goOn(db: pg.ClientBase, alarmId: number): Promise<void> {
  await db.query(GO_ON, [alarmId])
}
