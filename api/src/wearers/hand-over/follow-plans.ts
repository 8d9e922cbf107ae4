import { assignments } from '@carewatch/migrations/schema/wearers'
import { devices } from '@carewatch/migrations/schema/devices'
import { and, eq, lte, min, notInArray, sql } from 'drizzle-orm'
import { publishingEnded } from '../../alarms/publish-ended.ts'
import type { Services } from '../../services.ts'
import { doDueIfFree } from './due.ts'

type Parts = Pick<Services, 'db' | 'feed' | 'log'>

const EVERY_MS = 1_000
const AT_ONCE = 100
/** What could not be done is tried again so often. */
const AGAIN_MS = 10_000

/** Devices of which something has become due, the longest waiting first. */
function dueDevices({ db }: Parts, not: readonly number[]) {
  const isDue = lte(assignments.dueAt, sql`now()`)
  // unscoped: what has become due is done for everybody, and said to nobody
  return db
    .select({ id: devices.id, uuid: devices.uuid })
    .from(assignments)
    .innerJoin(devices, eq(devices.id, assignments.deviceId))
    .where(and(isDue, not.length > 0 ? notInArray(devices.id, [...not]) : undefined))
    .groupBy(devices.id, devices.uuid)
    .orderBy(min(assignments.dueAt))
    .limit(AT_ONCE)
}

/**
 * What a beginning or an end that was planned brings about is done at its time, once, whichever api does it; after an outage, late. Whose a fact is
 * and who sees it changed by itself (migrations/sql/0032_planned.sql).
 */
export function followPlans(parts: Parts) {
  const { db, log } = parts
  let running: Promise<void> | undefined
  /** By device, when what could not be done is tried again: of the others none waits for it. */
  const again = new Map<number, number>()

  async function look(): Promise<void> {
    const now = Date.now()
    for (const [id, at] of again) if (at <= now) again.delete(id)
    for (const { id, uuid } of await dueDevices(parts, [...again.keys()]))
      await publishingEnded(parts, { deviceUuid: uuid }, () => doDueIfFree(db, id)).catch((err: unknown) => {
        again.set(id, now + AGAIN_MS)
        log.warn({ err }, 'what was planned is not done')
      })
  }

  function tick(): void {
    running ??= look()
      .catch((err: unknown) => log.warn({ err }, 'what is planned is not known'))
      .finally(() => (running = undefined))
  }
  const regularly = setInterval(tick, EVERY_MS)

  return {
    close: async (): Promise<void> => {
      clearInterval(regularly)
      await running
    },
  }
}
