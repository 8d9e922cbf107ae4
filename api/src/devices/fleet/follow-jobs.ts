import type { FleetAction } from '@carewatch/contracts/fleet-jobs'
import { permissions } from '@carewatch/contracts/permissions'
import { Refusal } from '@carewatch/contracts/refusal'
import { devices } from '@carewatch/migrations/schema/devices'
import { fleetJobDevices, fleetJobs } from '@carewatch/migrations/schema/fleet'
import { users } from '@carewatch/migrations/schema/people'
import { asItself } from '@carewatch/platform/database/as-itself'
import { forCompany } from '@carewatch/platform/database/company-scope'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { companyOfStaff } from '../../access/reach.ts'
import { type Caller, isHeldBack, loadViewer } from '../../access/viewer.ts'
import { publishingEnded } from '../../alarms/publish-ended.ts'
import type { Services } from '../../services.ts'
import { type Before, doDeed } from './deed.ts'

type Parts = Pick<Services, 'db' | 'feed' | 'log' | 'asksAdmins'>

const EVERY_MS = 1_000
/** So many of one job before the next one has its turn, and before its person is looked at again. */
const AT_ONCE = 20

type Job = typeof fleetJobs.$inferSelect & { userUuid: string }

const isOpen = isNull(fleetJobs.finishedAt)

// unscoped: what was asked for is done for everybody, each with the rights of whoever asked
const openJobs = (db: Db): Promise<Job[]> =>
  db
    .select({ job: fleetJobs, userUuid: users.uuid })
    .from(fleetJobs)
    .innerJoin(users, eq(users.id, fleetJobs.userId))
    .where(isOpen)
    .orderBy(asc(fleetJobs.id))
    .then((rows) => rows.map(({ job, userUuid }) => ({ ...job, userUuid })))

/** Whoever asked, with the rights they have now; none where they have none any more. */
async function callerOf({ db, asksAdmins }: Parts, { userUuid, address }: Job): Promise<Caller | undefined> {
  const viewer = await loadViewer(db, userUuid, asksAdmins)
  const may = viewer && !isHeldBack(viewer) && permissions.manageDevices.some((role) => role === viewer.role)
  return may ? { ...viewer, sessionUuid: '', address, language: viewer.selectedLanguage } : undefined
}

type Next = { deviceId: number; uuid: string }

const isLeft = ({ id }: Job) => and(eq(fleetJobDevices.jobId, id), isNull(fleetJobDevices.doneAt))
const isIt = ({ id }: Job, { deviceId }: Next) =>
  and(eq(fleetJobDevices.jobId, id), eq(fleetJobDevices.deviceId, deviceId))

const nextOf = (db: Db, job: Job): Promise<Next[]> =>
  db
    .select({ deviceId: devices.id, uuid: devices.uuid })
    .from(fleetJobDevices)
    .innerJoin(devices, eq(devices.id, fleetJobDevices.deviceId))
    .where(isLeft(job))
    .orderBy(asc(fleetJobDevices.deviceId))
    .limit(AT_ONCE)

type Outcome = { refusal: string | null; before: Record<string, unknown> | null }

type Of = { job: Job; next: Next; caller: Caller | undefined }

async function attempt(tx: Db, { job, next, caller }: Of, before: Outcome['before']): Promise<Outcome> {
  if (!caller) return { refusal: 'forbidden', before }
  try {
    // Safe: `makeJob` is the only one that writes actions, and `doDeed` answers what stands here before.
    const [action, undo] = [job.action as FleetAction, job.undoesId === null ? null : (before as Before)]
    const done = await tx.transaction((inner) => doDeed(inner, caller, { ...next, action, undo }))
    return { refusal: null, before: done }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.key, before }
    throw error
  }
}

const write = (tx: Db, { job, next }: Of, outcome: Partial<Outcome>) =>
  tx
    .update(fleetJobDevices)
    .set({ ...outcome, doneAt: sql`now()` })
    .where(and(isIt(job, next), isNull(fleetJobDevices.doneAt)))

/** It was not stopped; whoever stops it or takes it back waits for what is begun. */
const goesOn = async (tx: Db, { id }: Job): Promise<boolean> => {
  const isIt = and(eq(fleetJobs.id, id), isOpen)
  return (await tx.select({ id: fleetJobs.id }).from(fleetJobs).where(isIt).for('key share')).length > 0
}

/** One device of a job, and what came of it, in one transaction; false where another process has it, or it was stopped. */
const doOne = (db: Db, of: Of): Promise<boolean> =>
  forCompany(of.caller && companyOfStaff(of.caller), () =>
    db.transaction(async (tx) => {
      if (!(await asItself(tx, () => goesOn(tx, of.job)))) return false
      const [held] = await asItself(tx, () =>
        tx
          .select({ before: fleetJobDevices.before })
          .from(fleetJobDevices)
          .where(and(isIt(of.job, of.next), isNull(fleetJobDevices.doneAt)))
          .for('update', { skipLocked: true }),
      )
      if (!held) return false
      const outcome = await attempt(tx, of, held.before)
      await asItself(tx, () => write(tx, of, outcome))
      return true
    }),
  )

/** Some of a job; false where nothing of it could be taken. */
async function doSome(parts: Parts, job: Job): Promise<boolean> {
  const { db, log } = parts
  const caller = await callerOf(parts, job)
  let isMoving = false
  for (const next of await nextOf(db, job)) {
    const of = { job, next, caller }
    const isDone = publishingEnded(parts, { deviceUuid: next.uuid }, () => doOne(db, of))
    isMoving =
      (await isDone.catch(async (err: unknown) => {
        log.warn({ err }, 'something is not done with one of many devices')
        await write(db, of, { refusal: 'unavailable' })
        return true
      })) || isMoving
  }
  if ((await db.$count(fleetJobDevices, isLeft(job))) > 0) return isMoving
  await db
    .update(fleetJobs)
    .set({ finishedAt: sql`now()` })
    .where(and(eq(fleetJobs.id, job.id), isOpen))
  return true
}

/** What is asked for many devices is done one by one, by whichever process of the interface comes to it, and goes on where it was after a restart. */
export function followJobs(parts: Parts) {
  const { db, log } = parts
  let running: Promise<void> | undefined
  let isClosing = false

  async function look(): Promise<void> {
    let isMoving = true
    while (isMoving && !isClosing) {
      isMoving = false
      for (const job of await openJobs(db)) if (!isClosing) isMoving = (await doSome(parts, job)) || isMoving
    }
  }

  function tick(): void {
    running ??= look()
      .catch((err: unknown) => log.warn({ err }, 'what was asked for many devices is not done'))
      .finally(() => (running = undefined))
  }
  const regularly = setInterval(tick, EVERY_MS)

  return {
    close: async (): Promise<void> => {
      isClosing = true
      clearInterval(regularly)
      await running
    },
  }
}
