import { branches, companies, users } from '@carewatch/migrations/schema/people'
import { personalLinks } from '@carewatch/migrations/schema/personal-links'
import { mayHaveLink } from '@carewatch/contracts/personal-links'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { identities, isIdentity, isLiving } from './identity.ts'
import { isSameHash, type KeySecret } from './key-secret.ts'
import { branchCompany } from './open-sessions.ts'
import { columns, type Viewer } from './viewer.ts'

const OF_HOME = 'home '

/** What stands for the session of a Home Assistant: its link, and by which secret it came. */
export const sessionOfHome = ({ publicId, hash }: KeySecret): string => `${OF_HOME}${publicId} ${hash}`
export const isOfHome = (session: string): boolean => session.startsWith(OF_HOME)

/** Session → who looks by it, of links that stand and whose person is let in and may have one. They look as themselves, at what is theirs. */
export async function loadHomeViewers(db: Db, sessions: readonly string[]): Promise<Map<string, Viewer>> {
  if (sessions.length === 0) return new Map()
  const asked = sessions.map((session) => {
    const [publicId = '', hash = ''] = session.slice(OF_HOME.length).split(' ')
    return { session, publicId, hash }
  })
  // Nobody is signed in yet: a link is found by its public part, and opened by its hash.
  const rows = await db
    .select({
      publicId: personalLinks.publicId,
      secretHash: personalLinks.secretHash,
      viewer: { ...columns, mustSetUpTwoStep: sql<boolean>`false` },
    })
    .from(personalLinks)
    .innerJoin(users, eq(users.id, personalLinks.userId))
    .innerJoin(identities, isIdentity)
    .leftJoin(companies, eq(companies.id, users.companyId))
    .leftJoin(branches, eq(branches.id, users.branchId))
    .leftJoin(branchCompany, eq(branchCompany.id, branches.companyId))
    .where(
      and(
        inArray(
          personalLinks.publicId,
          asked.map(({ publicId }) => publicId),
        ),
        eq(personalLinks.kind, 'homeAssistant'),
        isNull(personalLinks.endedAt),
        isLiving,
      ),
    )
  const known = new Map(rows.map((row) => [row.publicId, row]))
  return new Map(
    asked.flatMap(({ session, publicId, hash }) => {
      const row = known.get(publicId)
      if (!row || !isSameHash(hash, row.secretHash)) return []
      return mayHaveLink(row.viewer.role, 'homeAssistant') ? [[session, row.viewer] as const] : []
    }),
  )
}
