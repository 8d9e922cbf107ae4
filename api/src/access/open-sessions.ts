import { ACTED_WITHIN_MINUTES, idleMinutes } from '@carewatch/contracts/idle'
import { Refusal } from '@carewatch/contracts/refusal'
import { branches, companies, sessions, users } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isOneOf } from './one-of.ts'

/** Of `branches`: the company of somebody who is only in a branch of it. */
export const branchCompany = alias(companies, 'branch_company')

const minutes = sql`(coalesce((coalesce(${companies.idleMinutes}, ${branchCompany.idleMinutes}) ->> ${users.role})::int,
  (${JSON.stringify(idleMinutes)}::jsonb ->> ${users.role})::int) + ${ACTED_WITHIN_MINUTES}::int)`

/** Of `sessions` with `users`, `companies` and `branchCompany`: when it ends unless its person touches the screen. */
export const idleEnd = sql`${sessions.actedAt} + ${minutes} * interval '1 minute'`

/** Not signed out, and not longer than a sign-in lasts at all. */
const isRunning = (): SQL | undefined => and(isNull(sessions.endedAt), gt(sessions.expiresAt, sql`now()`))

export const isOpen = (): SQL | undefined => and(isRunning(), sql`${idleEnd} > now()`)

const idleOnes = (db: Db, which: SQL | undefined) =>
  db
    .select({ uuid: sessions.uuid })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(companies, eq(companies.id, users.companyId))
    .leftJoin(branches, eq(branches.id, users.branchId))
    .leftJoin(branchCompany, eq(branchCompany.id, branches.companyId))
    .where(and(which, isRunning(), sql`${idleEnd} <= now()`))

/** Of these those that ended because nobody touched their screen. */
export async function idleAmong(db: Db, uuids: readonly string[]): Promise<Set<string>> {
  if (uuids.length === 0) return new Set()
  const rows = await idleOnes(db, isOneOf(sessions.uuid, uuids))
  return new Set(rows.map(({ uuid }) => uuid))
}

/** What whoever comes with it is told. */
export async function whyEnded(db: Db, uuid: string): Promise<Refusal> {
  const isIdle = (await idleAmong(db, [uuid])).size > 0
  if (!isIdle) return new Refusal('unauthenticated')
  return new Refusal('unauthenticated', 'idle', { context: { ended: 'idle' } })
}

/** What has ended stays so, however long a company lets its people be idle from now on. */
export async function endIdle(tx: Db, companyId: number): Promise<void> {
  const isThere = sql`coalesce(${users.companyId}, ${branches.companyId}) = ${companyId}`
  await tx
    .update(sessions)
    .set({ endedAt: new Date() })
    .where(inArray(sessions.uuid, idleOnes(tx, isThere)))
}

/** Notes that its person is there, if that was not noted just now. */
export async function noteActed(db: Db, uuid: string): Promise<void> {
  const isDue = sql`${sessions.actedAt} < now() - ${ACTED_WITHIN_MINUTES}::int * interval '1 minute'`
  await db
    .update(sessions)
    .set({ actedAt: sql`now()` })
    .where(and(eq(sessions.uuid, uuid), isDue))
}

/** In how many seconds it ends. */
export async function endOf(
  db: Db,
  uuid: string,
): Promise<{ idleSeconds: number; lastSeconds: number } | undefined> {
  const secondsTo = (end: SQL) => sql<number>`extract(epoch from ${end} - now())::float8`
  const [end] = await db
    .select({ idleSeconds: secondsTo(idleEnd), lastSeconds: secondsTo(sql`${sessions.expiresAt}`) })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(companies, eq(companies.id, users.companyId))
    .leftJoin(branches, eq(branches.id, users.branchId))
    .leftJoin(branchCompany, eq(branchCompany.id, branches.companyId))
    .where(and(eq(sessions.uuid, uuid), isOpen()))
  return end
}
