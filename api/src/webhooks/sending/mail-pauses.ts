import { managersOf } from '../../companies/managers.ts'
import type { Facts, Services } from '../../services.ts'
import { hostOf } from '../receiver/url.ts'

const IS_DUE = `
select exists (select from webhooks
  where pause in ('failing', 'gone') and pause_mailed_at is distinct from paused_at and deleted_at is null) as due`

/** Of a pause that nobody chose, once each. */
const TAKE = `
update webhooks w set pause_mailed_at = w.paused_at where w.id in (
  select id from webhooks
  where pause in ('failing', 'gone') and pause_mailed_at is distinct from paused_at and deleted_at is null
  order by id limit 20 for update skip locked)
returning w.company_id as "companyId", w.url, w.pause`

type Paused = { companyId: number; url: string; pause: 'failing' | 'gone' }

/** A webhook that pauses by itself is written of to those who manage its company: nobody looks at its page every day. */
export async function mailPauses({
  pool,
  db,
  mail,
}: Pick<Services, 'db' | 'mail'> & { pool: Facts }): Promise<void> {
  // unscoped: whether any is due
  const { rows: found } = await pool.query<{ due: boolean }>(IS_DUE)
  if (!found[0]?.due) return
  // unscoped: each goes to the managers of its own company
  const { rows } = await pool.query<Paused>(TAKE)
  for (const { companyId, url, pause } of rows)
    for (const person of await managersOf(db, companyId))
      // A path may hold a secret of the receiver's.
      mail.sendWebhookPaused(person, { host: hostOf(new URL(url)), isGone: pause === 'gone' })
}
