import {
  FLEET_FAILURES_MAX,
  FLEET_JOB_MAX,
  type FleetAction,
  isUndoable,
} from '@carewatch/contracts/fleet-jobs'
import type { FleetJob, startFleetJob as start } from '@carewatch/contracts/http/fleet-jobs'
import type { Input } from '@carewatch/contracts/http/endpoint'
import { messageText } from '@carewatch/contracts/messages/catalogue'
import { Refusal } from '@carewatch/contracts/refusal'
import { devices } from '@carewatch/migrations/schema/devices'
import { fleetJobDevices, fleetJobs } from '@carewatch/migrations/schema/fleet'
import { users } from '@carewatch/migrations/schema/people'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, count, desc, eq, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { audit } from '../../access/audit.ts'
import { isOneOf } from '../../access/one-of.ts'
import type { Caller } from '../../access/viewer.ts'
import { visibleDevices } from '../../access/visible.ts'
import { digestOf, digestText } from './digest.ts'
import { facetJoins } from './facet-columns.ts'
import { foundInFleet } from './found.ts'
import { filters, readFacets } from './matching.ts'

type Body = Input<typeof start>['body']

const SHOWN = 10
const OPEN_MAX = 3
const KEPT = sql`interval '7 days'`

/** Those of the caller's scope that are meant: as the list finds them. */
async function meant(db: Db, caller: Caller, which: Body['which']): Promise<SQL | undefined> {
  if ('uuids' in which) return isOneOf(devices.uuid, which.uuids)
  const { filterKey, search, digest: _, ...chosen } = which
  const { columns, on } = await readFacets(db, caller, { chosen })
  const found = search ? await foundInFleet(db, caller, search) : undefined
  return and(filters[filterKey], found, ...Object.values(on(columns)))
}

/** Of one person: not the same twice, and not more than a few; two presses at once take turns. */
async function refuseBusy(
  tx: Db,
  { id }: Caller,
  { action, made }: { action: FleetAction; made: number },
): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update')
  const isOpen = and(eq(fleetJobs.userId, id), isNull(fleetJobs.finishedAt), ne(fleetJobs.id, made))
  const isSame = eq(fleetJobs.action, action)
  if (
    (await tx.$count(fleetJobs, isOpen)) >= OPEN_MAX ||
    (await tx.$count(fleetJobs, and(isOpen, isSame))) > 0
  )
    throw new Refusal('conflict', 'fleetBusy')
}

async function makeJob(
  tx: Db,
  caller: Caller,
  values: { action: FleetAction; total: number; undoesId?: number },
): Promise<number> {
  const { id: userId, address } = caller
  const isOld = and(eq(fleetJobs.userId, userId), lt(fleetJobs.finishedAt, sql`now() - ${KEPT}`))
  await tx.delete(fleetJobs).where(isOld)
  const [job] = await tx
    .insert(fleetJobs)
    .values({ ...values, userId, address })
    .returning({ id: fleetJobs.id })
  if (!job) throw new Refusal('unavailable')
  const detail = { fleet: values.action.kind, devices: values.total }
  await audit(tx, caller, { action: 'updated', entity: 'device', detail })
  return job.id
}

type Kept = { total: number; digest: string }

async function keep(tx: Db, job: number, where: SQL | undefined): Promise<Kept> {
  const { jobId, deviceId } = fleetJobDevices
  const { rows } = await tx.execute<Kept>(sql`
    with kept as (
      insert into ${fleetJobDevices} (${sql.identifier(jobId.name)}, ${sql.identifier(deviceId.name)})
      select ${job}::int, ${devices.id} from ${devices} ${facetJoins} where ${where} limit ${FLEET_JOB_MAX + 1}
      returning ${deviceId} as id)
    select count(*)::int as total, ${digestText(digestOf(sql`kept.id`))} as digest from kept`)
  const [kept] = rows
  if (!kept) throw new Refusal('unavailable')
  return kept
}

/** What matches is looked at again where it is not what was shown, also where it is as many. */
function refuseOthers({ which, expected }: Pick<Body, 'which' | 'expected'>, { total, digest }: Kept): void {
  const context = { total, digest }
  if (total !== expected) throw new Refusal('conflict', 'fleetChanged', { context, values: { n: total } })
  if ('digest' in which && which.digest !== digest) throw new Refusal('conflict', 'fleetOthers', { context })
}

/** Keeps which devices are meant now, those that were shown: it is done with these, and with no other that comes to match meanwhile. */
export async function startJob(
  db: Db,
  caller: Caller,
  { action, which, expected }: Body,
): Promise<{ job: FleetJob }> {
  if (expected > FLEET_JOB_MAX)
    throw new Refusal('conflict', 'fleetTooMany', { values: { n: FLEET_JOB_MAX } })
  const where = and(visibleDevices(caller), await meant(db, caller, which))
  const id = await asItself(db, () =>
    db.transaction(async (tx) => {
      const made = await makeJob(tx, caller, { action, total: expected })
      const kept = await keep(tx, made, where)
      if ('uuids' in which && kept.total < which.uuids.length) throw new Refusal('notFound')
      refuseOthers({ which, expected }, kept)
      await refuseBusy(tx, caller, { action, made })
      return made
    }),
  )
  return { job: await oneJob(db, caller, eq(fleetJobs.id, id)) }
}

/** Ends a job of the caller's where it is: no other device is begun, and the one that is just being changed is waited for. */
export async function stopJob(db: Db, caller: Caller, uuid: string): Promise<{ job: FleetJob }> {
  const isIt = and(eq(fleetJobs.uuid, uuid), eq(fleetJobs.userId, caller.id))
  await asItself(db, async () => {
    await db.transaction(async (tx) => {
      const ended = await tx
        .update(fleetJobs)
        .set({ finishedAt: sql`now()` })
        .where(and(isIt, isNull(fleetJobs.finishedAt)))
        .returning({ action: fleetJobs.action })
      for (const { action } of ended) {
        const detail = { fleet: action['kind'], isStopped: true }
        await audit(tx, caller, { action: 'updated', entity: 'device', detail })
      }
    })
    await db.select({ id: fleetJobs.id }).from(fleetJobs).where(isIt).for('update')
  })
  return { job: await oneJob(db, caller, eq(fleetJobs.uuid, uuid)) }
}

const isDone = and(isNotNull(fleetJobDevices.doneAt), isNull(fleetJobDevices.refusal))

/** Takes back what a job of the caller's did, once; of those with which it was not done there is nothing to take back. */
export async function undoJob(db: Db, caller: Caller, uuid: string): Promise<{ job: FleetJob }> {
  const id = await asItself(db, () =>
    db.transaction(async (tx) => {
      const [job] = await tx
        .select()
        .from(fleetJobs)
        .where(and(eq(fleetJobs.uuid, uuid), eq(fleetJobs.userId, caller.id)))
        .for('update')
      if (!job) throw new Refusal('notFound')
      // Safe: `makeJob` is the only one that writes actions.
      const action = job.action as FleetAction
      const undone = await tx.$count(fleetJobs, eq(fleetJobs.undoesId, job.id))
      const total = await tx.$count(fleetJobDevices, and(eq(fleetJobDevices.jobId, job.id), isDone))
      const isLate = job.undoesId !== null || undone > 0 || total === 0 || job.finishedAt === null
      if (isLate || !isUndoable(action)) throw new Refusal('conflict')
      const made = await makeJob(tx, caller, { action, total, undoesId: job.id })
      await refuseBusy(tx, caller, { action, made })
      await tx.insert(fleetJobDevices).select(
        tx
          .select({
            jobId: sql<number>`${made}::int`.as('job_id'),
            deviceId: fleetJobDevices.deviceId,
            doneAt: sql<null>`null::timestamptz`.as('done_at'),
            refusal: sql<null>`null::text`.as('refusal'),
            before: fleetJobDevices.before,
          })
          .from(fleetJobDevices)
          .where(and(eq(fleetJobDevices.jobId, job.id), isDone)),
      )
      return made
    }),
  )
  return { job: await oneJob(db, caller, eq(fleetJobs.id, id)) }
}

async function oneJob(db: Db, caller: Caller, which: SQL): Promise<FleetJob> {
  const [job] = await jobsOf(db, caller, which)
  if (!job) throw new Refusal('notFound')
  return job
}

export const listJobs = async (db: Db, caller: Caller) => ({ jobs: await jobsOf(db, caller, undefined) })

/** Jobs of the caller's own, the newest first. */
function jobsOf(db: Db, caller: Caller, which: SQL | undefined): Promise<FleetJob[]> {
  const isOwn = eq(fleetJobs.userId, caller.id)
  return asItself(db, async () => {
    const rows = await db
      .select()
      .from(fleetJobs)
      .where(and(isOwn, which))
      .orderBy(desc(fleetJobs.id))
      .limit(SHOWN)
    const undone = await db
      .select({ id: fleetJobs.undoesId })
      .from(fleetJobs)
      .where(and(isOwn, isNotNull(fleetJobs.undoesId)))
    const jobs: FleetJob[] = []
    for (const job of rows)
      jobs.push(await shownJob(db, caller, { job, isUndone: undone.some(({ id }) => id === job.id) }))
    return jobs
  })
}

type Row = { job: typeof fleetJobs.$inferSelect; isUndone: boolean }

async function shownJob(db: Db, caller: Caller, { job, isUndone }: Row): Promise<FleetJob> {
  const isOf = eq(fleetJobDevices.jobId, job.id)
  const [counted] = await db
    .select({ done: count(fleetJobDevices.doneAt), failed: count(fleetJobDevices.refusal) })
    .from(fleetJobDevices)
    .where(isOf)
  const { done = 0, failed = 0 } = counted ?? {}
  // Safe: `makeJob` is the only one that writes actions.
  const action = job.action as FleetAction
  const isOver = job.finishedAt !== null && job.undoesId === null && !isUndone
  return {
    uuid: job.uuid,
    action,
    isUndo: job.undoesId !== null,
    total: job.total,
    done: done - failed,
    failed,
    failures: failed > 0 ? await failuresOf(db, caller, isOf) : [],
    createdAt: job.createdAt,
    finishedAt: job.finishedAt,
    isUndoable: isOver && isUndoable(action) && done > failed,
  }
}

/** Of those that are still in the caller's scope: of others nothing is named. */
async function failuresOf(db: Db, caller: Caller, isOf: SQL) {
  const rows = await db
    .select({ uuid: devices.uuid, name: devices.name, refusal: fleetJobDevices.refusal })
    .from(fleetJobDevices)
    .innerJoin(devices, eq(devices.id, fleetJobDevices.deviceId))
    .where(and(isOf, isNotNull(fleetJobDevices.refusal), visibleDevices(caller)))
    .orderBy(asc(fleetJobDevices.deviceId))
    .limit(FLEET_FAILURES_MAX)
  return rows.map(({ uuid, name, refusal }) => ({
    uuid,
    name,
    why: messageText(caller.language, `refusal.${refusal}`) ?? '',
  }))
}
