import { createHash, randomBytes } from 'node:crypto'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { changedNow } from '../access/changed-now.ts'
import { endEverySession } from '../access/sessions.ts'
import { LINK_MINUTES, PASSWORD_HOURS } from '../mail/mail.ts'

type New = {
  hash: string
  /** What somebody else chose must soon be changed. */
  chosenBy: 'themselves' | 'somebodyElse'
  /** What must still hold of the row. */
  onlyIf?: { holds: SQL; refuse: Refusal }
  /** The sign-in that stays. */
  except?: string
}

const inHours = (hours: number): SQL => sql`now() + ${hours} * interval '1 hour'`

/** Links to choose a password die with the old one, and so does every other sign-in; `userId`: by whom they sign in. */
export async function setPassword(
  tx: Db,
  userId: number,
  { hash, chosenBy, onlyIf, except }: New,
): Promise<void> {
  const isOwn = chosenBy === 'themselves'
  const set = await tx
    .update(users)
    .set({
      passwordHash: hash,
      mustChangePassword: !isOwn,
      passwordExpiresAt: isOwn ? null : inHours(PASSWORD_HOURS),
      passwordResetHash: null,
      passwordResetExpiresAt: null,
      updatedAt: changedNow,
    })
    .where(and(eq(users.id, userId), onlyIf?.holds))
    .returning({ id: users.id })
  if (set.length === 0) throw onlyIf?.refuse ?? new Refusal('conflict')
  await endEverySession(tx, { identityId: userId }, except)
}

const RESET_BYTES = 32

export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')
export const newToken = (): string => randomBytes(RESET_BYTES).toString('base64url')

/** A link of this token is good from now on, the one before no longer. Nobody has the id 0. */
export async function keepToken(tx: Db, userId: number, token: string): Promise<void> {
  await tx
    .update(users)
    .set({
      passwordResetHash: hashOfToken(token),
      passwordResetExpiresAt: sql`now() + ${LINK_MINUTES} * interval '1 minute'`,
    })
    .where(eq(users.id, userId))
}
