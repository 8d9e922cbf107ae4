import type { InvitationKind } from '@carewatch/contracts/invitations'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Role } from '@carewatch/contracts/roles'
import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import { getVisibleDevice, type VisibleDevice } from '../access/visible-device.ts'
import { relateOwner, unrelateOwner } from '../assignments/assignments.ts'
import { presentWearerId } from '../assignments/present.ts'
import { relateRelative } from '../assignments/relations.ts'
import { saveDevice } from '../devices/save-device.ts'
import { orConflict } from '../http/unique.ts'
import { grow, type Given } from './me.ts'
import { beginWork } from './work.ts'

const moved = () => new Refusal('conflict', 'invitationMoved')

function refuseOtherRole({ role }: Given['me'], allowed: readonly Role[]): void {
  if (!allowed.includes(role)) throw new Refusal('conflict', 'invitationRole')
}

/** The device as it was when it was asked: of the same house, worn by the same person, and the asker's to give. */
async function getGivenDevice(tx: Db, { row, asker }: Given): Promise<VisibleDevice> {
  const [held] = await tx
    .select({ uuid: devices.uuid })
    .from(devices)
    .where(eq(devices.id, row.deviceId ?? 0))
  if (!held) throw moved()
  await refuseWhoLeft(tx, row.wearerId)
  const device = await getVisibleDevice(tx, asker, held).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'notFound' ? moved() : error
  })
  const isSame = (await presentWearerId(tx, device.id)) === row.wearerId
  if (!isSame || device.companyId !== row.companyId) throw moved()
  return device
}

async function refuseWhoLeft(tx: Db, wearerId: number | null): Promise<void> {
  const hasLeft = or(inArray(wearers.status, ['LEFT', 'DECEASED']), sql`${wearers.deletedAt} is not null`)
  const gone = await tx.$count(wearers, and(eq(wearers.id, wearerId ?? 0), hasLeft))
  if (gone > 0) throw new Refusal('conflict', 'invitationPersonGone')
}

/** They are the relative whom an entry of the phonebook describes. */
async function becomeRelative(tx: Db, given: Given): Promise<void> {
  const { me, row } = given
  refuseOtherRole(me, ['RELATIVE', 'OWNER', 'USER'])
  const device = await getGivenDevice(tx, given)
  if (device.ownerId === me.id) throw new Refusal('conflict', 'alreadyRelative')
  const isTheirs = and(eq(relatives.id, row.relativeId ?? 0), isNull(relatives.userId))
  const update = tx
    .update(relatives)
    .set({
      userId: me.id,
      createUserInPortal: true,
      phone: sql`coalesce(${relatives.phone}, ${me.contactNumber})`,
      email: sql`coalesce(${relatives.email}, ${given.email})`,
      updatedAt: sql`greatest(now(), ${relatives.updatedAt} + interval '1 millisecond')`,
    })
    .where(and(isTheirs, eq(relatives.deviceId, device.id)))
    .returning({ maySeeLocation: relatives.maySeeLocation })
  const [relative] = await orConflict('alreadyRelative', Promise.resolve(update))
  if (!relative) throw moved()
  if (row.wearerId !== null) {
    const since = row.gift.maySeePast ? null : sql`now()`
    await relateRelative(tx, { wearerId: row.wearerId, userId: me.id, ...relative, since })
  }
  await grow(tx, given.caller, { me, role: 'RELATIVE' })
}

async function traceOwner(tx: Db, { caller, me }: Given, { uuid, companyId }: VisibleDevice): Promise<void> {
  const detail = { owner: me.uuid }
  await audit(tx, caller, { action: 'ownerChanged', entity: 'device', uuid, companyId, detail })
}

/** They are responsible for a device that somebody else was responsible for, or nobody. */
async function becomeOwner(tx: Db, given: Given): Promise<void> {
  const { caller, me, row } = given
  refuseOtherRole(me, ['OWNER', 'USER'])
  const device = await getGivenDevice(tx, given)
  if (device.ownerId !== (row.gift.fromOwnerId ?? null)) throw moved()
  await unrelateOwner(tx, caller, device)
  await relateOwner(tx, caller, { device, ownerId: me.id, since: sql`now()` })
  await saveDevice(tx, device, { columns: { ownerId: me.id } })
  await grow(tx, caller, { me, role: 'OWNER', companyId: device.companyId })
  await traceOwner(tx, given, device)
}

/** They are responsible for the person of the form, who wears the device since it was approved. */
async function becomeFirstOwner(tx: Db, given: Given): Promise<void> {
  const { caller, me, row } = given
  refuseOtherRole(me, ['OWNER', 'USER'])
  const device = await getGivenDevice(tx, given)
  if (device.ownerId !== null || row.wearerId === null) throw moved()
  await relateOwner(tx, caller, { device, ownerId: me.id, since: sql`now()` })
  await saveDevice(tx, device, { columns: { ownerId: me.id } })
  const { supervisorId = null } = row.gift
  await grow(tx, caller, { me, role: 'OWNER', companyId: device.companyId, supervisorId })
  await traceOwner(tx, given, device)
}

/** What a yes brings about, by what was asked. */
export const gifts: Record<InvitationKind, (tx: Db, given: Given) => Promise<void>> = {
  ONBOARDING: becomeFirstOwner,
  OWNER: becomeOwner,
  RELATIVE: becomeRelative,
  ACCOUNT: beginWork,
}
