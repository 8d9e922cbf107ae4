import type { act as actContract, sessionListing } from '@carewatch/contracts/http/auth'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { branches, companies, sessions, users } from '@carewatch/migrations/schema/people'
import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import { idsOfAccounts } from '../access/identity.ts'
import { branchCompany, endOf, isOpen, noteActed, whyEnded } from '../access/open-sessions.ts'
import { endEverySession, endSession } from '../access/sessions.ts'
import type { Caller } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import { requireOwnPassword } from './change-password.ts'
import { machineOf } from './machine.ts'

const MOST_SHOWN = 100

export async function listSessions(db: Db, caller: Caller): Promise<Reply<typeof sessionListing>> {
  const isTheirs = sql`${sessions.userId} in ${idsOfAccounts(caller.identityId)}`
  const rows = await db
    .select(getTableColumns(sessions))
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(companies, eq(companies.id, users.companyId))
    .leftJoin(branches, eq(branches.id, users.branchId))
    .leftJoin(branchCompany, eq(branchCompany.id, branches.companyId))
    .where(and(isTheirs, isOpen()))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(MOST_SHOWN)
  return {
    sessions: rows.map(({ uuid, createdAt, lastSeenAt, address, userAgent }) => ({
      uuid,
      isThis: uuid === caller.sessionUuid,
      createdAt,
      lastSeenAt,
      address,
      machine: machineOf(userAgent),
    })),
  }
}

/** Somebody is there (`acted`), or their screen only asks how long it goes on. */
export async function act(
  db: Db,
  { sessionUuid }: Caller,
  { acted }: { acted: boolean },
): Promise<Reply<typeof actContract>> {
  const end = await endOf(db, sessionUuid)
  if (!end) throw await whyEnded(db, sessionUuid)
  if (!acted) return end
  await noteActed(db, sessionUuid)
  return (await endOf(db, sessionUuid)) ?? end
}

/** Ends one of the caller's own; somebody else's does not exist for them. */
export async function endOne(
  services: Services,
  caller: Caller,
  { uuid, password }: { uuid: string; password: string },
): Promise<null> {
  await requireOwnPassword(services, caller, password)
  await services.db.transaction(async (tx) => {
    if (!(await endSession(tx, caller, uuid))) throw new Refusal('notFound')
    await audit(tx, caller, { action: 'ended', entity: 'session', uuid })
  })
  return null
}

export async function endOthers(
  services: Services,
  caller: Caller,
  { password }: { password: string },
): Promise<null> {
  await requireOwnPassword(services, caller, password)
  await services.db.transaction(async (tx) => {
    await endEverySession(tx, caller, caller.sessionUuid)
    await audit(tx, caller, { action: 'ended', entity: 'session', detail: { which: 'others' } })
  })
  return null
}
