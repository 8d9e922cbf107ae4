import { createHash, randomBytes } from 'node:crypto'
import type { connectTelegram as contract } from '@carewatch/contracts/http/channels'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { channelStates, telegramLinks } from '@carewatch/migrations/schema/escalation'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq, inArray } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'

const GOOD_FOR_MS = 15 * 60_000
/** Telegram passes on 64 letters of A-Z, a-z, 0-9, _ and - (core.telegram.org/bots/features#deep-linking). */
const CODE_BYTES = 24

export const hashOfCode = (code: string): Buffer => createHash('sha256').update(code).digest()

/** A new link in place of an older one. */
export async function createLink(db: Db, caller: Caller): Promise<Reply<typeof contract>> {
  const [bot] = await db
    .select({ name: channelStates.name })
    .from(channelStates)
    .where(eq(channelStates.channel, 'TELEGRAM'))
  if (!bot?.name) throw new Refusal('conflict', 'noTelegram')
  const code = randomBytes(CODE_BYTES).toString('base64url')
  const link = { codeHash: hashOfCode(code), expiresAt: new Date(Date.now() + GOOD_FOR_MS) }
  await db.transaction(async (tx) => {
    await tx
      .insert(telegramLinks)
      .values({ userId: caller.id, ...link })
      .onConflictDoUpdate({ target: telegramLinks.userId, set: link })
    await tx
      .update(users)
      .set({ telegramStatus: 'PENDING' })
      .where(and(eq(users.id, caller.id), inArray(users.telegramStatus, ['NONE', 'BLOCKED'])))
    const { uuid, companyId } = caller
    const detail = { fields: ['telegram'] }
    await audit(tx, caller, { action: 'updated', entity: 'user', uuid, companyId, detail })
  })
  return { link: `https://t.me/${bot.name}?start=${code}`, expiresAt: link.expiresAt }
}
