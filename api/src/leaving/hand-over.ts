import type { RecipientGroup } from '@carewatch/contracts/escalation'
import type { Left } from '@carewatch/contracts/hand-over'
import { Refusal } from '@carewatch/contracts/refusal'
import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { duties } from '@carewatch/migrations/schema/escalation'
import { branches, branchNurses, companies, users } from '@carewatch/migrations/schema/people'
import { keptRelatives, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { reachedByAlone } from '@carewatch/platform/escalation/recipients'
import { and, asc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core'
import { permissions } from '@carewatch/contracts/permissions'
import type { Role } from '@carewatch/contracts/roles'
import { fullName, type Viewer } from '../access/viewer.ts'
import { visibleBranches, visibleDevices } from '../access/visible.ts'
import { visibleWearers } from '../access/visible-wearers.ts'
import { chainsOf } from '../escalation/read.ts'
import type { Facts } from '../services.ts'
import type { Person } from '../users/find-user.ts'
import { endDuties, leaveManaging, leaveNursing } from '../users/leave-posts.ts'

type Who = Pick<Person, 'id' | 'role' | 'companyId' | 'branchId'>
type Parts = { db: Db; facts: Facts }

/** More are not read in a list of what to do first. */
const MOST_NAMED = 50

const homes = alias(branches, 'homes')
const beside = alias(duties, 'beside')

async function ownedWatches(db: Db, viewer: Viewer, who: Who) {
  const isNamed = sql<boolean>`(${visibleDevices(viewer)} or ${inHouse(devices.companyId, who)}) is true`
  return db
    .select({ uuid: devices.uuid, name: devices.name, isNamed })
    .from(devices)
    .where(and(eq(devices.ownerId, who.id), isNull(devices.deletedAt)))
    .orderBy(sql`${isNamed} desc`, asc(devices.id))
    .limit(MOST_NAMED)
}

const others = alias(wearerRelations, 'others')

/** Whom nobody else is responsible for, and who is under care still, though they be away. */
async function ownPeople(db: Db, viewer: Viewer, who: Who) {
  const { id } = who
  const isOwner = and(
    eq(wearerRelations.userId, id),
    eq(wearerRelations.kind, 'OWNER'),
    isNull(wearerRelations.until),
  )
  const isAlone = sql`not exists (select from ${wearerRelations} ${others} where ${others.wearerId} = ${wearerRelations.wearerId}
    and ${others.kind} = 'OWNER' and ${others.until} is null and ${others.userId} <> ${id})`
  const isThere = and(
    isNull(wearers.deletedAt),
    isNull(wearers.erasedAt),
    inArray(wearers.status, ['ACTIVE', 'AWAY']),
  )
  const isNamed = sql<boolean>`(${visibleWearers(viewer)} or ${inHouse(wearers.companyId, who)}) is true`
  const rows = await db
    .select({ uuid: wearers.uuid, firstName: wearers.firstName, lastName: wearers.lastName, isNamed })
    .from(wearerRelations)
    .innerJoin(wearers, eq(wearers.id, wearerRelations.wearerId))
    .where(and(isOwner, isAlone, isThere))
    .orderBy(sql`${isNamed} desc`, asc(wearers.id))
    .limit(MOST_NAMED)
  return rows.map(({ uuid, isNamed: named, ...wearer }) => ({ uuid, name: fullName(wearer), isNamed: named }))
}

type Place = {
  id: number
  uuid: string
  name: string
  companyId: number | null
  branchId: number | null
  /** Whether whoever asks may be told which it is. */
  isNamed: boolean
}

/** In the company that the account stands for: its staff are told of all of it here, whatever their lists show. */
const inHouse = (companyId: AnyPgColumn, { companyId: own, branchId }: Who): SQL =>
  sql`${companyId} = coalesce(${own}::int, (select ${homes.companyId} from ${branches} ${homes} where ${homes.id} = ${branchId}))`

/** As whom they will be reached no longer, and whether they will be for holding the role of a manager there, or for being on duty; undefined: as nobody any more. */
type As = { lost: readonly RecipientGroup[]; isManager: boolean; keepsDuty: boolean }
type Asked = { as: As | undefined }

/** Those of them in which an emergency would reach this account and nobody else. */
async function leftAlone(
  { db, facts }: Parts,
  { id: userId }: Who,
  {
    kind,
    places,
    as,
    moments = [],
  }: Asked & { kind: 'DEVICE' | 'BRANCH'; places: Place[]; moments?: Moment[] },
): Promise<Place[]> {
  const byPlace = Map.groupBy(places, ({ companyId, branchId }) => `${companyId}/${branchId}`)
  const alone = new Set<number>()
  for (const [first, ...more] of byPlace.values()) {
    if (!first) continue
    const rings = [first, ...more].flatMap(({ id }) => [
      { id },
      ...moments.filter(({ branchId }) => branchId === id).map(({ at }) => ({ id, at })),
    ])
    const groups = await emergencyGroups(db, first)
    if (as?.isManager && groups.includes('MANAGER')) continue
    const asked = { kind, rings, groups, as: as ? await lostIn(db, first, as) : groups }
    for (const id of await reachedByAlone(facts, userId, asked)) alone.add(id)
  }
  return places.filter(({ id }) => alone.has(id))
}

/** A branch that keeps a list of who is on duty calls those in it as its nurses, and nobody of the list of its nurses. */
async function lostIn(db: Db, { branchId }: Place, { lost, keepsDuty }: As): Promise<RecipientGroup[]> {
  const isKept = and(eq(duties.branchId, branchId ?? 0), isNull(duties.deletedAt))
  const isByDuty = branchId !== null && (await db.$count(duties, isKept)) > 0
  const nurses: RecipientGroup[] = isByDuty && keepsDuty ? [] : ['NURSES']
  return [...lost.filter((group) => group !== 'NURSES'), ...(lost.includes('NURSES') ? nurses : [])]
}

async function emergencyGroups(db: Db, place: Place): Promise<RecipientGroup[]> {
  const { chains } = await chainsOf(db, place)
  const steps = chains.find(({ family }) => family === 'EMERGENCY')?.chain.steps ?? []
  return [...new Set(steps.flatMap(({ who }) => who))]
}

type Moment = { branchId: number; at: Date }

/** In their duties, running and planned, the moments from which somebody fewer is on duty beside them: as they begin, and as another's end. */
async function momentsOnDuty(db: Db, { id }: Who): Promise<Moment[]> {
  const isTheirs = and(eq(duties.userId, id), isNull(duties.deletedAt), sql`${duties.toAt} > now()`)
  const own = db
    .select({ branchId: duties.branchId, at: sql`greatest(${duties.fromAt}, now())`.mapWith(duties.fromAt) })
    .from(duties)
    .where(isTheirs)
  const isWithin = and(
    eq(beside.branchId, duties.branchId),
    ne(beside.userId, id),
    isNull(beside.deletedAt),
    sql`${beside.toAt} > greatest(${duties.fromAt}, now()) and ${beside.toAt} < ${duties.toAt}`,
  )
  const others = db
    .select({ branchId: duties.branchId, at: beside.toAt })
    .from(duties)
    .innerJoin(beside, isWithin)
    .where(isTheirs)
  return [...(await own), ...(await others)]
}

/** Of whose company they are the manager, by name or, where none is named, by their role. */
const isManagedBy = (companyId: AnyPgColumn, who: Who): SQL =>
  sql`(${companyId} in (select ${companies.id} from ${companies} where ${companies.managerId} = ${who.id})
    ${who.role === 'MANAGER' ? sql`or ${inHouse(companyId, who)}` : sql``})`

type Leaving = { who: Who } & Asked

/** The branches that they are a nurse of, on duty in, now or later, or whose company they manage. */
async function branchesLeftAlone(parts: Parts, viewer: Viewer, { who, as }: Leaving): Promise<Place[]> {
  const { id } = who
  const isNurse = sql`${branches.id} in (select ${branchNurses.branchId} from ${branchNurses} where ${branchNurses.userId} = ${id})`
  const isOnDuty = sql`${branches.id} in (select ${duties.branchId} from ${duties}
    where ${duties.userId} = ${id} and ${duties.deletedAt} is null and ${duties.toAt} > now())`
  const isManager = isManagedBy(branches.companyId, who)
  // unscoped: what it is to the account is asked whoever asks, and what they may not know of is not named
  const places = await parts.db
    .select({
      id: branches.id,
      uuid: branches.uuid,
      name: branches.name,
      companyId: branches.companyId,
      branchId: branches.id,
      isNamed: sql<boolean>`(${visibleBranches(viewer)} or ${inHouse(branches.companyId, who)}) is true`,
    })
    .from(branches)
    .where(and(isNull(branches.deletedAt), or(isNurse, isOnDuty, isManager)))
    .orderBy(asc(branches.id))
  return leftAlone(parts, who, { kind: 'BRANCH', places, as, moments: await momentsOnDuty(parts.db, who) })
}

/** Their own watches and those of whom they look after or follow, and those of no branch whose company they manage. */
async function watchesLeftAlone(parts: Parts, viewer: Viewer, { who, as }: Leaving): Promise<Place[]> {
  const { id } = who
  const isOwned = eq(devices.ownerId, id)
  const isLookedAfter = sql`${devices.ownerId} in (select ${users.id} from ${users} where ${users.supervisorId} = ${id})`
  const isFollowed = sql`${devices.id} in (select ${relatives.deviceId} from ${relatives} where ${relatives.userId} = ${id})`
  const isManaged = and(isNull(devices.branchId), isManagedBy(devices.companyId, who))
  // unscoped: what it is to the account is asked whoever asks, and what they may not know of is not named
  const places = await parts.db
    .select({
      id: devices.id,
      uuid: devices.uuid,
      name: devices.name,
      companyId: devices.companyId,
      branchId: devices.branchId,
      isNamed: sql<boolean>`(${visibleDevices(viewer)} or ${inHouse(devices.companyId, who)}) is true`,
    })
    .from(devices)
    .where(and(isNull(devices.deletedAt), or(isOwned, isLookedAfter, isFollowed, isManaged)))
    .orderBy(asc(devices.id))
  return leftAlone(parts, who, { kind: 'DEVICE', places, as })
}

type Found = { kind: Left['kind']; places: readonly Pick<Place, 'uuid' | 'name' | 'isNamed'>[] }

/** What another house has is not named to this one, and is handed over all the same. */
function refuse(reason: string, found: readonly Found[]): void {
  if (found.every(({ places }) => places.length === 0)) return
  const handOver = found.flatMap(({ kind, places }) =>
    places.filter(({ isNamed }) => isNamed).map(({ uuid, name }): Left => ({ kind, uuid, name })),
  )
  throw new Refusal('conflict', reason, { context: { handOver: handOver.slice(0, MOST_NAMED) } })
}

/** Two who go at once take turns, whatever they are to whom: the second is asked who is left without the first. Before they hold any row. */
export const takeTurns = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(22, 0)`)

async function refuseLeftAlone(parts: Parts, viewer: Viewer, leaving: Leaving): Promise<void> {
  refuse('reachedByNobody', [
    { kind: 'BRANCH', places: await branchesLeftAlone(parts, viewer, leaving) },
    { kind: 'WATCH', places: await watchesLeftAlone(parts, viewer, leaving) },
  ])
}

/** Nobody goes, and nobody is kept out, who is the last whom an alarm would reach: what somebody else has to take over first is named. */
export const refuseLastReached = (parts: Parts, viewer: Viewer, person: Who): Promise<void> =>
  refuseLeftAlone(parts, viewer, { who: person, as: undefined })

type Standing = Pick<Who, 'role' | 'companyId'>

/** Which posts somebody keeps who will stand elsewhere: as those who give them choose from (`branches/nurses.ts`, `duty/find-nurse.ts`, `companies/manager.ts`). */
function postsKept(
  person: Who,
  { role, companyId }: Standing,
): { [Post in 'nurse' | 'duty' | 'manager']: boolean } {
  const isSameCompany = companyId !== null && companyId === person.companyId
  const isOf = (roles: readonly Role[]): boolean => isSameCompany && roles.includes(role)
  return { nurse: isOf(['SUPERVISOR']), duty: isOf(permissions.seeDuties), manager: isOf(['MANAGER']) }
}

/** Nor does the last whom an alarm reaches by a post change to a role or a company in which nobody has that post. */
export async function refuseLastAtPost(
  parts: Parts,
  viewer: Viewer,
  { person, next }: { person: Who; next: Standing },
): Promise<void> {
  const kept = postsKept(person, next)
  const lost: RecipientGroup[] = [
    ...(kept.nurse ? [] : (['SUPERVISOR', 'NURSES'] as const)),
    ...(kept.manager ? [] : (['MANAGER'] as const)),
  ]
  await refuseLeftAlone(parts, viewer, {
    who: person,
    as: { lost, isManager: kept.manager, keepsDuty: kept.duty },
  })
}

/** What somebody was to others at work ends with what they are no longer: else the former house's alarms would go on to name its people to them. */
export async function leaveOldPosts(
  tx: Db,
  { person, next }: { person: Who; next: Standing },
): Promise<void> {
  const kept = postsKept(person, next)
  if (!kept.nurse) await leaveNursing(tx, person.id)
  if (!kept.duty) await endDuties(tx, person.id)
  if (!kept.manager) await leaveManaging(tx, person.id)
}

/** Nor who is responsible for a watch or a person. */
export async function refuseUnlessHandedOver(parts: Parts, viewer: Viewer, person: Who): Promise<void> {
  refuse('hasDevices', [
    { kind: 'WATCH', places: await ownedWatches(parts.db, viewer, person) },
    { kind: 'PERSON', places: await ownPeople(parts.db, viewer, person) },
  ])
  await refuseLastReached(parts, viewer, person)
}

/** What somebody was to people and places here ends with their account; what they did stays where it was done. */
export async function endTies(tx: Db, { id }: Pick<Who, 'id'>): Promise<void> {
  const now = new Date()
  await tx.delete(relatives).where(eq(relatives.userId, id))
  await tx.delete(keptRelatives).where(eq(keptRelatives.userId, id))
  await tx
    .update(wearerRelations)
    .set({ until: now, updatedAt: now })
    .where(and(eq(wearerRelations.userId, id), isNull(wearerRelations.until)))
  await tx.update(wearers).set({ userId: null }).where(eq(wearers.userId, id))
}
