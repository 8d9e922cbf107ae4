import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Broker, endLink as ending, newLink as contract } from '@carewatch/contracts/http/personal-links'
import type { PersonalLinkKind } from '@carewatch/contracts/personal-links'
import { Refusal } from '@carewatch/contracts/refusal'
import { personalLinks } from '@carewatch/migrations/schema/personal-links'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import { makeSecret } from '../access/key-secret.ts'
import type { Caller } from '../access/viewer.ts'
import { requireOwnPassword } from '../auth/change-password.ts'
import type { Services } from '../services.ts'
import { isPossible, toLink, useOf } from './list.ts'

/** Ends an open link of this account; answers of which kind it was. */
async function end(tx: Db, { id }: Pick<Caller, 'id'>, which: SQL): Promise<PersonalLinkKind | undefined> {
  const [ended] = await tx
    .update(personalLinks)
    .set({ endedAt: sql`now()` })
    .where(and(eq(personalLinks.userId, id), which, isNull(personalLinks.endedAt)))
    .returning({ kind: personalLinks.kind })
  return ended?.kind
}

/** A new link in place of the one of before: its secret is said here and never again. */
export async function newLink(
  { broker, ...services }: Services & { broker: Broker | null },
  caller: Caller,
  { kind, password }: Input<typeof contract>['body'],
): Promise<Reply<typeof contract>> {
  if (!isPossible(kind, { role: caller.role, broker })) throw new Refusal('forbidden')
  await requireOwnPassword(services, caller, password)
  const { secret, publicId, hash } = makeSecret(undefined, useOf[kind])
  return services.db.transaction(async (tx) => {
    await end(tx, caller, eq(personalLinks.kind, kind))
    const [row] = await tx
      .insert(personalLinks)
      .values({ userId: caller.id, kind, publicId, secretHash: hash })
      // Made in the same moment by another of one's tabs.
      .onConflictDoNothing()
      .returning()
    if (!row) throw new Refusal('conflict')
    await audit(tx, caller, { action: 'created', entity: 'personalLink', uuid: row.uuid, detail: { kind } })
    return { link: toLink(row), secret, broker }
  })
}

export async function endLink(
  db: Db,
  caller: Caller,
  { uuid }: Input<typeof ending>['params'],
): Promise<Reply<typeof ending>> {
  await db.transaction(async (tx) => {
    const kind = await end(tx, caller, eq(personalLinks.uuid, uuid))
    if (kind === undefined) throw new Refusal('notFound')
    await audit(tx, caller, { action: 'ended', entity: 'personalLink', uuid, detail: { kind } })
  })
  return null
}
