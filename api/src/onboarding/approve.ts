import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { approveOnboarding as contract } from '@carewatch/contracts/http/onboarding'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { relatives } from '@carewatch/migrations/schema/devices'
import { eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import { type Caller, fullName } from '../access/viewer.ts'
import { sold } from '../devices/change.ts'
import { type DeviceRow, saveDevice } from '../devices/save-device.ts'
import { holdSettings, saveSettings } from '../devices/settings/save-settings.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { sendInvitation } from '../invitations/send.ts'
import { insertRelative } from '../relatives/insert.ts'
import type { Services } from '../services.ts'
import { closeBefore, createWearer, endAssignment, startAssignment } from '../assignments/assignments.ts'
import { holdDevices } from '../assignments/hold.ts'
import { isWorn } from '../assignments/present.ts'
import { decide } from './decide.ts'
import { contactsOf, invitePeople, type Kin } from './people.ts'
import { proposedContacts, proposedIntervals, proposedLimits } from './proposal.ts'
import { getVisibleRequest, type RequestRow, toRequest } from './request-rows.ts'

/** The phonebook is the new owner's alone: whoever an earlier one had there sees nothing of this one. */
async function fillPhonebook(
  tx: Db,
  caller: Caller,
  { device, row }: { device: DeviceRow; row: RequestRow },
): Promise<Kin[]> {
  await tx.delete(relatives).where(eq(relatives.deviceId, device.id))
  const kin: Kin[] = []
  for (const contact of contactsOf(row)) {
    const values = { ...contact, phone: contact.phone ?? null }
    kin.push({ row: contact, relative: await insertRelative(tx, caller, { device, values }) })
  }
  return kin
}

function proposed(row: RequestRow) {
  const { deviceDetails } = row.request
  return {
    ...proposedLimits(deviceDetails),
    ...proposedIntervals(deviceDetails),
    ...proposedContacts(contactsOf(row)),
  }
}

/** Whoever wore it before: from now on it is worn by the person of the form. */
async function assignFromRequest(
  tx: Db,
  caller: Caller,
  { device, row }: { device: DeviceRow; row: RequestRow },
): Promise<number> {
  if (await isWorn(tx, device.id)) await endAssignment(tx, caller, { device, end: 'HANDED_OVER' })
  const { firstName = device.name, lastName = '', dob } = row.request.owner
  const { companyId, branchId } = device
  const person = { firstName, lastName, companyId, branchId, ...(dob && { dob }) }
  const { id: wearerId } = await createWearer(tx, person)
  await startAssignment(tx, caller, { device, wearerId })
  return wearerId
}

/** The device before the form, as whoever deletes it: two who wait for each other would wait for ever. */
async function giveDevice(tx: Db, caller: Caller, row: RequestRow) {
  const device = await getVisibleDevice(tx, caller, { uuid: row.device.uuid })
  await holdDevices(tx, [device.id])
  await decide(tx, caller, { requestId: row.request.id, status: 'APPROVED' })
  if (await isWorn(tx, device.id)) await closeBefore(tx, caller, { device, end: 'HANDED_OVER' })
  const settings = await holdSettings(tx, device.id)
  if (device.ownerId !== null) throw new Refusal('conflict', 'deviceOwned')
  const wearerId = await assignFromRequest(tx, caller, { device, row })
  await saveDevice(tx, device, { columns: sold(device, true) })
  await saveSettings(tx, caller, { device, row: settings, changes: proposed(row) })
  const kin = await fillPhonebook(tx, caller, { device, row })
  return { device, invited: await invitePeople(tx, caller, { row, device, wearerId, kin }) }
}

/** Everything an approved request brings about at once, or nothing of it: she wears the watch and is cared for. Whose accounts see it is for them to say. */
export async function approveOnboarding(
  services: Services,
  caller: Caller,
  uuid: string,
): Promise<Reply<typeof contract>> {
  const { db } = services
  const row = await getVisibleRequest(db, caller, uuid)
  const { firstName = '', lastName = '', email } = row.request.owner
  if (row.request.status !== 'SUBMITTED' || !email) throw new Refusal('conflict', 'alreadyDecided')
  const invited = await db.transaction(async (tx) => {
    const { device, invited } = await giveDevice(tx, caller, row)
    const { companyId } = device
    const detail = { device: device.uuid, invited: invited.length }
    await audit(tx, caller, { action: 'approved', entity: 'onboarding', uuid, companyId, detail })
    return invited
  })
  const sent = invited.map(async (one) => ({
    ...(await sendInvitation(services, caller, one)),
    email: 'email' in one.to ? one.to.email : '',
  }))
  return {
    request: toRequest(await getVisibleRequest(db, caller, uuid)),
    owner: { uuid: null, name: fullName({ firstName, lastName }) },
    invitations: await Promise.all(sent),
  }
}
