import type { Language } from '@carewatch/contracts/languages'
import type { Db } from '@carewatch/platform/database/client'
import { telegramLinks } from '@carewatch/migrations/schema/escalation'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import { saveForOthers } from '../access/of-person.ts'
import { hashOfCode } from './link.ts'

type Chat = { chatId: string; userName: string | undefined }

/** Whoever pressed Start came by this link: their alarms come to this chat from now on. Answers their language; nothing where the link is good no more. */
export async function connectChat(
  db: Db,
  code: string,
  { chatId, userName }: Chat,
): Promise<Language | undefined> {
  return db.transaction(async (tx) => {
    // unscoped: whoever has the code was given it by the account that it connects
    const [link] = await tx
      .delete(telegramLinks)
      .where(and(eq(telegramLinks.codeHash, hashOfCode(code)), gt(telegramLinks.expiresAt, sql`now()`)))
      .returning()
    if (!link) return undefined
    const chat = {
      telegramChatId: chatId,
      telegramUserName: userName ?? null,
      telegramStatus: 'REGISTERED',
    } as const
    const [user] = await tx
      .update(users)
      .set(chat)
      .where(and(eq(users.id, link.userId), eq(users.isActive, true), isNull(users.deletedAt)))
      .returning()
    if (!user) return undefined
    const who = { id: user.id, companyId: user.companyId, address: 'telegram' }
    const identityId = user.identityId ?? user.id
    await saveForOthers(tx, { ...who, id: user.id, identityId }, chat)
    const detail = { fields: ['telegram'] }
    await audit(tx, who, { action: 'updated', entity: 'user', uuid: user.uuid, detail })
    return user.selectedLanguage
  })
}

/** The person wants nothing in this chat any more. */
export async function leaveChat(db: Db, chatId: string, status: 'NONE' | 'BLOCKED'): Promise<void> {
  // unscoped: the chat itself says that it wants nothing more, whosever it is
  await db
    .update(users)
    .set({
      telegramStatus: status,
      ...(status === 'NONE' && { telegramChatId: null, telegramUserName: null }),
    })
    .where(and(eq(users.telegramChatId, chatId), eq(users.telegramStatus, 'REGISTERED')))
}
