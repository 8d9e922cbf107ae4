import { type dutyNow as contract, MAX_DUTIES_NOW } from '@carewatch/contracts/http/duty'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import { duties } from '@carewatch/migrations/schema/escalation'
import { branches, users } from '@carewatch/migrations/schema/people'
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleBranches } from '../access/visible.ts'
import { toDuty } from './duty-rows.ts'
import { isUnattended } from '../branches/unattended.ts'
import { seen } from '../access/seen.ts'

const named = { uuid: branches.uuid, name: branches.name }

async function dutiesOf(db: Db, { id }: Viewer) {
  const rows = await db
    .select({ duty: duties, user: seen(users), branch: named })
    .from(duties)
    .innerJoin(users, eq(users.id, duties.userId))
    .innerJoin(branches, eq(branches.id, duties.branchId))
    .where(and(eq(duties.userId, id), isNull(duties.deletedAt), gt(duties.toAt, sql`now()`)))
    .orderBy(asc(duties.fromAt), asc(duties.id))
    .limit(MAX_DUTIES_NOW)
  return rows.map(({ branch, ...row }) => ({ ...toDuty(row), branch }))
}

const unattendedFor = (db: Db, viewer: Viewer) =>
  db
    .select(named)
    .from(branches)
    .where(and(visibleBranches(viewer), eq(branches.isActive, true), isUnattended))
    .orderBy(asc(branches.name))
    .limit(MAX_DUTIES_NOW)

async function isListKeptFor(db: Db, viewer: Viewer): Promise<boolean> {
  const [kept] = await db
    .select({ id: duties.id })
    .from(duties)
    .innerJoin(branches, eq(branches.id, duties.branchId))
    .where(and(isNull(duties.deletedAt), visibleBranches(viewer)))
    .limit(1)
  return kept !== undefined
}

/** What a home says of duties: one's own, and where nobody is. */
export async function readDutyNow(db: Db, viewer: Viewer): Promise<Reply<typeof contract>> {
  const [mine, unattended, isListKept] = await Promise.all([
    dutiesOf(db, viewer),
    unattendedFor(db, viewer),
    isListKeptFor(db, viewer),
  ])
  return { mine, unattended, isListKept }
}
