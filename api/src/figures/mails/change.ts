import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { changeFigureMail as contract } from '@carewatch/contracts/http/figure-mails'
import { Refusal } from '@carewatch/contracts/refusal'
import { figureMails } from '@carewatch/migrations/schema/figure-mails'
import { asItself } from '@carewatch/platform/database/as-itself'
import { eq } from 'drizzle-orm'
import { audit } from '../../access/audit.ts'
import type { Caller, Viewer } from '../../access/viewer.ts'
import { knownZone } from '../../http/zone.ts'
import type { Services } from '../../services.ts'
import { momentsOf } from './moments.ts'

type Parts = Pick<Services, 'db' | 'mail'>

export async function readFigureMail({ db, mail }: Parts, { id }: Viewer): Promise<Reply<typeof contract>> {
  const [row] = await asItself(db, () => db.select().from(figureMails).where(eq(figureMails.userId, id)))
  return { every: row?.every ?? null, nextAt: row?.dueAt ?? null, isMailed: mail.isConfigured }
}

/** What somebody has sent to themselves, by the clocks of their own zone; what is asked for already stays as it is. */
export async function changeFigureMail(
  parts: Parts,
  caller: Caller,
  { body: { every } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { db, mail } = parts
  if (every !== null && !mail.isConfigured) throw new Refusal('conflict', 'noMail')
  if (every === (await readFigureMail(parts, caller)).every) return readFigureMail(parts, caller)
  const { id: userId, uuid } = caller
  await db.transaction(async (tx) => {
    if (every === null) await asItself(tx, () => tx.delete(figureMails).where(eq(figureMails.userId, userId)))
    else {
      const zone = knownZone(caller.timeZone)
      const { nextAt: dueAt } = await momentsOf(tx, { every, zone, now: new Date() })
      const set = { every, dueAt, updatedAt: new Date() }
      await asItself(tx, () =>
        tx
          .insert(figureMails)
          .values({ userId, ...set })
          .onConflictDoUpdate({ target: figureMails.userId, set }),
      )
    }
    await audit(tx, caller, { action: 'updated', entity: 'user', uuid, detail: { fields: ['figureMail'] } })
  })
  return readFigureMail(parts, caller)
}
