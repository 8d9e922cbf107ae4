import type { Language } from '@carewatch/contracts/languages'
import { mayHaveLink, type PersonalLinkKind } from '@carewatch/contracts/personal-links'
import { personalLinks } from '@carewatch/migrations/schema/personal-links'
import { users } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { isLiving } from '../access/identity.ts'
import { isSameHash, type KeySecret } from '../access/key-secret.ts'

export type OpenLink = { publicId: string; userId: number; language: Language }

/** Whose link this is, as long as it stands and its person is let in and may have it. */
export async function openLink(
  db: Db,
  kind: PersonalLinkKind,
  secret: KeySecret | undefined,
): Promise<OpenLink | undefined> {
  if (!secret) return undefined
  // unscoped: nobody is signed in yet; a link is found by its public part, and opened by its hash
  const [found] = await db
    .select({
      publicId: personalLinks.publicId,
      hash: personalLinks.secretHash,
      role: users.role,
      userId: users.id,
      language: users.selectedLanguage,
    })
    .from(personalLinks)
    .innerJoin(users, eq(users.id, personalLinks.userId))
    .where(
      and(
        eq(personalLinks.publicId, secret.publicId),
        eq(personalLinks.kind, kind),
        isNull(personalLinks.endedAt),
        isLiving,
      ),
    )
  if (!found) return undefined
  const { hash, role, ...link } = found
  return mayHaveLink(role, kind) && isSameHash(secret.hash, hash) ? link : undefined
}

/** When and from where it was used: once a minute. */
export async function noteLinkUsed(
  db: Db,
  { publicId }: Pick<KeySecret, 'publicId'>,
  address: string,
): Promise<void> {
  const isDue = or(
    isNull(personalLinks.lastUsedAt),
    sql`${personalLinks.lastUsedAt} < now() - interval '1 minute'`,
  )
  // unscoped: of a link that was just opened
  await db
    .update(personalLinks)
    .set({ lastUsedAt: sql`now()`, lastUsedFrom: address })
    .where(and(eq(personalLinks.publicId, publicId), isDue))
}
