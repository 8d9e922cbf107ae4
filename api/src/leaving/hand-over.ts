import type { RecipientGroup } from '@carewatch/contracts/escalation'
import type { Left } from '@carewatch/contracts/hand-over'
import { Refusal } from '@carewatch/contracts/refusal'
import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { duties } from '@carewatch/migrations/schema/escalation'
import { branches, branchNurses, companies, users } from '@carewatch/migrations/schema/people'
import { wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { recipientsIf } from '@carewatch/platform/escalation/recipients'
import { and, asc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fullName, type Viewer } from '../access/viewer.ts'
import { visibleBranches, visibleDevices } from '../access/visible.ts'
import { chainsOf } from '../escalation/read.ts'
import type { Facts } from '../services.ts'
import type { Person } from '../users/find-user.ts'

type Who = Pick<Person, 'id'>
type Parts = { db: Db; facts: Facts }

/** More are not read in a list of what to do first. */
const MOST_NAMED = 50
/** Of the watches that somebody is around so many are asked whom they reach. */
const MOST_ASKED = 500

async function ownedWatches(db: Db, viewer: Viewer, { id }: Who): Promise<Left[]> {
  const owned = and(eq(devices.ownerId, id), isNull(devices.deletedAt))
  const rows = await db
    .select({ uuid: devices.uuid, name: devices.name })
    .from(devices)
    .where(and(owned, visibleDevices(viewer)))
    .orderBy(asc(devices.id))
    .limit(MOST_NAMED)
  // What another house has is not named to this one, and is handed over all the same.
  if (rows.length === 0 && (await db.$count(devices, owned)) > 0) throw new Refusal('conflict', 'hasDevices')
  return rows.map(({ uuid, name }) => ({ kind: 'WATCH', uuid, name }))
}

const others = alias(wearerRelations, 'others')

/** Whom nobody else is responsible for, and who wears no watch of theirs at present. */
async function ownPeople(db: Db, { id }: Who): Promise<Left[]> {
  const isOwner = and(
    eq(wearerRelations.userId, id),
    eq(wearerRelations.kind, 'OWNER'),
    isNull(wearerRelations.until),
  )
  const isAlone = sql`not exists (select from ${wearerRelations} ${others} where ${others.wearerId} = ${wearerRelations.wearerId}
    and ${others.kind} = 'OWNER' and ${others.until} is null and ${others.userId} <> ${id})`
  const isThere = and(isNull(wearers.deletedAt), isNull(wearers.erasedAt), eq(wearers.status, 'ACTIVE'))
  const rows = await db
    .select({ uuid: wearers.uuid, firstName: wearers.firstName, lastName: wearers.lastName })
    .from(wearerRelations)
    .innerJoin(wearers, eq(wearers.id, wearerRelations.wearerId))
    .where(and(isOwner, isAlone, isThere))
    .limit(MOST_NAMED)
  return rows.map((wearer) => ({ kind: 'PERSON', uuid: wearer.uuid, name: fullName(wearer) }))
}

type Place = { companyId: number | null; branchId: number | null }

/** Whether an emergency there would reach anybody but them, as it stands now. */
async function reachesOthers(
  { db, facts }: Parts,
  { id }: Who,
  { rings, ...place }: Place & { rings: Parameters<typeof recipientsIf>[1] },
): Promise<boolean> {
  const { chains } = await chainsOf(db, place)
  const steps = chains.find(({ family }) => family === 'EMERGENCY')?.chain.steps ?? []
  const groups: RecipientGroup[] = [...new Set(steps.flatMap(({ who }) => who))]
  const reached = await recipientsIf(facts, rings, groups)
  return reached.length === 0 || reached.some(({ userId }) => userId !== id)
}

/** The branches that they are a nurse of, on duty in, or whose company they manage. */
async function branchesLeftAlone(parts: Parts, viewer: Viewer, who: Who): Promise<Left[]> {
  const { id } = who
  const isNurse = sql`${branches.id} in (select ${branchNurses.branchId} from ${branchNurses} where ${branchNurses.userId} = ${id})`
  const isOnDuty = sql`${branches.id} in (select ${duties.branchId} from ${duties}
    where ${duties.userId} = ${id} and ${duties.deletedAt} is null and ${duties.toAt} > now())`
  const isManager = sql`${branches.companyId} in (select ${companies.id} from ${companies} where ${companies.managerId} = ${id})`
  const rows = await parts.db
    .select({ id: branches.id, uuid: branches.uuid, name: branches.name, companyId: branches.companyId })
    .from(branches)
    .where(and(visibleBranches(viewer), or(isNurse, isOnDuty, isManager)))
    .orderBy(asc(branches.id))
  const alone: Left[] = []
  for (const { id: branchId, uuid, name, companyId } of rows)
    if (!(await reachesOthers(parts, who, { companyId, branchId, rings: { branchId } })))
      alone.push({ kind: 'BRANCH', uuid, name })
  return alone
}

/** The watches of those whom they look after or follow. */
async function watchesLeftAlone(parts: Parts, viewer: Viewer, who: Who): Promise<Left[]> {
  const { id } = who
  const isLookedAfter = sql`${devices.ownerId} in (select ${users.id} from ${users} where ${users.supervisorId} = ${id})`
  const isFollowed = sql`${devices.id} in (select ${relatives.deviceId} from ${relatives} where ${relatives.userId} = ${id})`
  const rows = await parts.db
    .select()
    .from(devices)
    .where(and(visibleDevices(viewer), or(isLookedAfter, isFollowed)))
    .orderBy(asc(devices.id))
    .limit(MOST_ASKED)
  const alone: Left[] = []
  for (const { id: deviceId, uuid, name, companyId, branchId } of rows)
    if (!(await reachesOthers(parts, who, { companyId, branchId, rings: { deviceId } })))
      alone.push({ kind: 'WATCH', uuid, name })
  return alone
}

const refuse = (reason: string, handOver: Left[]): void => {
  if (handOver.length > 0)
    throw new Refusal('conflict', reason, { context: { handOver: handOver.slice(0, MOST_NAMED) } })
}

/** Two who go at once take turns: the second is asked who is left without the first. */
const takeTurns = (tx: Db, { companyId }: Pick<Person, 'companyId'>) =>
  tx.execute(sql`select pg_advisory_xact_lock(22, ${companyId ?? 0})`)

/** Nobody goes who is responsible for a watch or a person, or the last whom an alarm would reach: what somebody else has to take over first is named. */
export async function refuseUnlessHandedOver(
  { db: tx, facts }: Parts,
  viewer: Viewer,
  person: Pick<Person, 'id' | 'companyId'>,
): Promise<void> {
  await takeTurns(tx, person)
  refuse('hasDevices', [...(await ownedWatches(tx, viewer, person)), ...(await ownPeople(tx, person))])
  const parts = { db: tx, facts }
  refuse('reachedByNobody', [
    ...(await branchesLeftAlone(parts, viewer, person)),
    ...(await watchesLeftAlone(parts, viewer, person)),
  ])
}

/** What somebody was to people and places here ends with their account; what they did stays where it was done. */
export async function endTies(tx: Db, { id }: Who): Promise<void> {
  const now = new Date()
  await tx.delete(relatives).where(eq(relatives.userId, id))
  await tx
    .update(wearerRelations)
    .set({ until: now, updatedAt: now })
    .where(and(eq(wearerRelations.userId, id), isNull(wearerRelations.until)))
  const isAhead: SQL | undefined = and(eq(duties.userId, id), isNull(duties.deletedAt), gt(duties.toAt, now))
  await tx
    .update(duties)
    .set({ deletedAt: now })
    .where(and(isAhead, gt(duties.fromAt, now)))
  await tx.update(duties).set({ toAt: now }).where(isAhead)
}
