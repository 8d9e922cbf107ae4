import { randomBytes } from 'node:crypto'
import { passkeyChallenges } from '@carewatch/migrations/schema/passkeys'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { z } from 'zod'

const GOOD_FOR = sql`interval '5 minutes'`

/** For what, and of whom; nobody named: of whoever comes. */
type Asked = { kind: 'add' | 'signIn'; userId: number | null }

export async function newChallenge(db: Db, asked: Asked): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await db.insert(passkeyChallenges).values({ challenge, ...asked, expiresAt: sql`now() + ${GOOD_FOR}` })
  return challenge
}

const ClientData = z.object({ challenge: z.string(), origin: z.string() })
export type ClientData = z.output<typeof ClientData>

/** What a browser says that it was asked, and by which page. */
export function clientDataOf(clientDataJSON: string): ClientData | undefined {
  try {
    return ClientData.safeParse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())).data
  } catch {
    return undefined
  }
}

/** Whether it was asked by us, for this and of them: once, in time. */
export async function takeChallenge(db: Db, challenge: string, { kind, userId }: Asked): Promise<boolean> {
  const taken = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.kind, kind),
        sql`${passkeyChallenges.userId} is not distinct from ${userId}`,
        gt(passkeyChallenges.expiresAt, sql`now()`),
      ),
    )
    .returning({ kind: passkeyChallenges.kind })
  return taken.length > 0
}

export async function forgetOldChallenges(db: Db): Promise<void> {
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, sql`now()`))
}
