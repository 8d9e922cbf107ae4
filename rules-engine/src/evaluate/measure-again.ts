import type pg from 'pg'
import type { DeviceProfile } from '../profiles/device-cache.ts'

/** A watch is asked at most once in so long, and what it has not heard of by then is no second sample any more. */
const AGAIN_MINUTES = 5
const LIFE_MINUTES = 2

const ASK = `
insert into device_commands (device_id, kind, expires_at)
select asked.id, 'MEASURE', now() + interval '${LIFE_MINUTES} minutes' from unnest($1::int4[]) as asked (id)
where not exists (select from device_commands c where c.device_id = asked.id and c.kind = 'MEASURE'
  and c.created_at > now() - interval '${AGAIN_MINUTES} minutes')`

/** Asks each watch that can for another sample now, where one alone says nothing yet; asks nobody twice. */
export async function measureAgain(
  db: pg.ClientBase,
  profiles: ReadonlyMap<number, DeviceProfile>,
  unconfirmed: Set<number>,
): Promise<void> {
  const able = [...unconfirmed].filter((id) => profiles.get(id)?.canMeasure)
  unconfirmed.clear()
  if (able.length > 0) await db.query({ name: 'measure-again', text: ASK, values: [able] })
}
