import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { assignDevice as contract } from '@carewatch/contracts/http/wearers'
import { Refusal } from '@carewatch/contracts/refusal'
import type { devices } from '@carewatch/migrations/schema/devices'
import { wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { startAssignment } from '../assignments/assignments.ts'
import { doDue } from './hand-over/due.ts'
import { evaluatedBounds } from './hand-over/evaluated.ts'
import { free, giveOwner, type Held, holdDevice, holdOwner } from './hand-over/free.ts'
import { giveKept } from './hand-over/give-kept.ts'
import {
  type Bound,
  justAfter,
  type Moments,
  momentsOf,
  personBounds,
  refuseAfterNext,
  refuseBefore,
  watchBound,
  wornAt,
} from './hand-over/moments.ts'
import { planEnd } from '../assignments/plans.ts'
import { type Assignment, ended } from '../assignments/present.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { getVisibleWearer } from '../access/visible-wearer.ts'
import { holdWearer } from './hold-wearer.ts'
import { wearerById, type WearerRow } from './wearer-rows.ts'
import type { Seen } from '../access/seen.ts'

type Device = Seen<typeof devices.$inferSelect>

/** Who is in care is of the device's house. */
function refuseStranger({ status, companyId }: WearerRow, device: Device): void {
  if (status === 'LEFT' || status === 'DECEASED') throw new InvalidFields({ wearerUUID: 'invalid' })
  if (companyId !== device.companyId) throw new InvalidFields({ deviceUUID: 'invalid' })
}

type Asked = {
  held: Held
  wearer: WearerRow
  owner: Awaited<ReturnType<typeof holdOwner>>
  moments: Moments
  handOverFrom: string | undefined
}

const endOf = ({ endedAt }: Assignment) => (endedAt ? { earliest: endedAt } : {})

/** Whoever hands it over says from whom: of two at once, the second does not know who wears it now. */
async function refuseUnknown(tx: Db, former: Assignment, asked: Asked): Promise<void> {
  const { wearer, handOverFrom, moments } = asked
  const isThey = and(eq(wearers.id, former.wearerId), eq(wearers.uuid, handOverFrom ?? wearer.uuid))
  const isKnown = (await tx.$count(wearers, isThey)) > 0
  if (former.wearerId !== wearer.id && isKnown) return
  // Who wears it now is known; who is to wear it then is another.
  if (moments.isPlanned) throw new InvalidFields({ from: 'wornThen' }, endOf(former))
  throw new Refusal('conflict', 'deviceWorn')
}

/** Why it cannot be before a moment, of what is dated back: the watch, the person, and what was evaluated of who wears it since. */
async function boundsOf(tx: Db, { held, wearer, moments }: Asked, former?: Assignment): Promise<Bound[]> {
  const { from: at, now } = moments
  if (!at || at > now) return []
  const { id: deviceId } = held.device
  const known = [await watchBound(tx, held.device), ...(await personBounds(tx, wearer.id))]
  if (!former) return known
  const evaluated = await evaluatedBounds(tx, { deviceId, wearerId: former.wearerId, at, now })
  return [...known, { key: 'wornThen', earliest: justAfter(former.startedAt) }, ...evaluated]
}

/** From whom it is taken; none: nobody wears it then. */
async function formerOf(tx: Db, asked: Asked): Promise<Assignment | undefined> {
  const { held, moments, handOverFrom } = asked
  const { from, isPlanned, isOver } = moments
  const { rows, present, device } = held
  const former = from ? wornAt(rows, from) : present
  if (!former) {
    // Dated back before who is to hand it over had it.
    const wearsSince = handOverFrom && from && !isPlanned ? present : undefined
    const bounds = await boundsOf(tx, asked, wearsSince)
    if (from) refuseBefore('from', from, bounds)
    if (!isOver && !present && device.ownerId !== null) throw new Refusal('conflict', 'deviceOwned')
    return undefined
  }
  if (from && (handOverFrom === undefined || ended(former))) {
    const bounds = await boundsOf(tx, asked)
    refuseBefore('from', from, [...bounds, { key: 'wornThen', earliest: former.endedAt }])
  }
  await refuseUnknown(tx, former, asked)
  if (from) refuseBefore('from', from, await boundsOf(tx, asked, former))
  if (from && from <= former.startedAt) throw new InvalidFields({ from: 'wornThen' })
  // What was planned came this very moment.
  if (!isPlanned && former !== present) throw new Refusal('conflict', 'deviceWorn')
  return former
}

/** They wear it from then on; what that brings about at once is done, and what is planned is written down. */
async function give(tx: Db, caller: Caller, asked: Asked): Promise<void> {
  const { held, wearer, owner, moments } = asked
  const { device, rows } = held
  const { from, until, now, isPlanned, isOver } = moments
  const former = await formerOf(tx, asked)
  const others = from ? rows : rows.filter((row) => !ended(row))
  refuseAfterNext(
    others.filter((row) => row !== former),
    { begins: from ?? now, until },
  )
  if (former && from && isPlanned) await planEnd(tx, caller, { row: former, at: from, end: 'HANDED_OVER' })
  else if (former) await free(tx, caller, { ...held, end: 'HANDED_OVER', at: from })
  const dueAt = isPlanned ? from : isOver ? undefined : until
  await startAssignment(tx, caller, { device, wearerId: wearer.id, from, until, dueAt })
  if (!isPlanned && !isOver) {
    await giveOwner(tx, { deviceId: device.id, wearerId: wearer.id }, owner)
    await giveKept(tx, caller, { device, wearerId: wearer.id })
  }
  const { uuid, companyId } = wearer
  const detail = {
    device: device.uuid,
    handedOver: former !== undefined,
    ...(isPlanned && { planned: true }),
  }
  await audit(tx, caller, { action: 'assigned', entity: 'wearer', uuid, companyId, detail })
}

/** They wear this device: from now on, or from when and until when is said. */
export async function assignDevice(
  db: Db,
  caller: Caller,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { handOverFrom } = body
  const by = { uuid: body.deviceUUID }
  await doDue(db, (await getVisibleDevice(db, caller, by)).id)
  const id = await db.transaction(async (tx) => {
    const wearer = await getVisibleWearer(tx, caller, body.wearerUUID)
    const device = await getVisibleDevice(tx, caller, by)
    const moments = await momentsOf(tx, caller, body)
    const { now, until, from = now, isPlanned } = moments
    if (until && until <= from) throw new InvalidFields({ until: 'endBeforeStart' })
    const end = handOverFrom === undefined || isPlanned ? undefined : ('HANDED_OVER' as const)
    const owner = await holdOwner(tx, wearer.id)
    const held = await holdDevice(tx, caller, { device, end })
    refuseStranger(await holdWearer(tx, wearer.id), device)
    await give(tx, caller, { held, wearer, owner, moments, handOverFrom })
    return wearer.id
  })
  return wearerById(db, id)
}
