import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { takeBackDevice as contract } from '@carewatch/contracts/http/wearers'
import { Refusal } from '@carewatch/contracts/refusal'
import type { AssignmentEnd } from '@carewatch/contracts/wearers'
import { devices } from '@carewatch/migrations/schema/devices'
import { assignments } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Caller } from '../access/viewer.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { doDue } from './hand-over/due.ts'
import { evaluatedBounds } from './hand-over/evaluated.ts'
import { free, type Held, holdDevice, traceTakenBack } from './hand-over/free.ts'
import { holdDevices } from '../assignments/hold.ts'
import { justAfter, type Moments, momentsOf, refuseAfterNext, refuseBefore } from './hand-over/moments.ts'
import { cancelPlans, planEnd } from '../assignments/plans.ts'
import { type Assignment, hasBegun, isNotEnded } from '../assignments/present.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { holdWearer } from './hold-wearer.ts'
import { wearerById } from './wearer-rows.ts'
import { seen } from '../access/seen.ts'

/** Everything that somebody wears is taken back, and nothing is planned for them: they leave, or are forgotten. */
export async function takeBackAll(
  tx: Db,
  caller: Caller,
  { wearerId, end }: { wearerId: number; end: AssignmentEnd },
): Promise<void> {
  const isTheirs = eq(assignments.wearerId, wearerId)
  const wornOrPlanned = await tx
    .select({ device: seen(devices), isWorn: sql<boolean>`${hasBegun}` })
    .from(assignments)
    .innerJoin(devices, eq(devices.id, assignments.deviceId))
    .where(and(isTheirs, isNotEnded))
    .orderBy(asc(devices.id))
  // All before the first is changed: what is open of the second is held before the first itself.
  await holdDevices(
    tx,
    wornOrPlanned.map(({ device }) => device.id),
  )
  const worn = wornOrPlanned.filter(({ isWorn }) => isWorn)
  for (const { device } of worn) {
    const held = await holdDevice(tx, caller, { device, end })
    // Somebody else was given it this very moment.
    if (held.present?.wearerId !== wearerId) throw new Refusal('conflict')
    await free(tx, caller, { ...held, end })
    await traceTakenBack(tx, caller, { device })
  }
  await cancelPlans(tx, isTheirs)
  await holdWearer(tx, wearerId, 'update')
  // Nor is anything given to them while they leave.
  if ((await tx.$count(assignments, and(isTheirs, isNotEnded))) > 0) throw new Refusal('conflict')
}

type Ending = { held: Held; present: Assignment; moments: Moments }

/** It cannot end before it began, nor before what was evaluated of them; nor after somebody else wears it. */
async function refuseImpossible(tx: Db, { held, present, moments }: Ending): Promise<void> {
  const { until: at, now, isOver } = moments
  if (!at) return
  const { deviceId, wearerId, startedAt } = present
  if (!isOver) {
    if (at <= startedAt) throw new InvalidFields({ until: 'endBeforeStart' })
    refuseAfterNext(held.rows, { begins: startedAt, until: at })
    return
  }
  const evaluated = await evaluatedBounds(tx, { deviceId, wearerId, at, now })
  refuseBefore('until', at, [{ key: 'endBeforeStart', earliest: justAfter(startedAt) }, ...evaluated])
}

/** Nobody wears it any more: from now on, or since or from when is said. */
export async function takeBackDevice(
  db: Db,
  caller: Caller,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const by = { uuid: body.deviceUUID }
  await doDue(db, (await getVisibleDevice(db, caller, by)).id)
  const id = await db.transaction(async (tx) => {
    const device = await getVisibleDevice(tx, caller, by)
    const moments = await momentsOf(tx, caller, { until: body.until })
    const { until: at, isOver } = moments
    const isPlanned = at !== undefined && !isOver
    const held = await holdDevice(tx, caller, { device, end: isPlanned ? undefined : 'TAKEN_BACK' })
    const { present } = held
    if (!present) throw new Refusal('conflict', 'deviceNotWorn')
    await refuseImpossible(tx, { held, present, moments })
    if (isPlanned) await planEnd(tx, caller, { row: present, at, end: 'TAKEN_BACK' })
    else await free(tx, caller, { ...held, end: 'TAKEN_BACK', at })
    await traceTakenBack(tx, caller, { device, ...(isPlanned && { detail: { planned: true } }) })
    return present.wearerId
  })
  return wearerById(db, id)
}
