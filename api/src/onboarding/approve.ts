import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { approveOnboarding as contract } from '@carewatch/contracts/http/onboarding'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { relatives } from '@carewatch/migrations/schema/devices'
import { wearerRelations } from '@carewatch/migrations/schema/wearers'
import { users } from '@carewatch/migrations/schema/people'
import { eq, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import { type Caller, fullName } from '../access/viewer.ts'
import { sold } from '../devices/change.ts'
import { type DeviceRow, saveDevice } from '../devices/save-device.ts'
import { holdSettings, saveSettings } from '../devices/settings/save-settings.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { type NewPerson, type Prepared, type Taken, takeAccount, mailAccount } from '../relatives/account.ts'
import { insertRelative } from '../relatives/insert.ts'
import type { Services } from '../services.ts'
import type { Person } from '../users/find-user.ts'
import {
  closeBefore,
  createWearer,
  endAssignment,
  isWorn,
  startAssignment,
} from '../assignments/assignments.ts'
import { saveUser } from '../users/save.ts'
import { type Contact, contactsOf, prepareAccounts } from './accounts.ts'
import { decide } from './decide.ts'
import { proposedContacts, proposedIntervals, proposedLimits } from './proposal.ts'
import { getVisibleRequest, type RequestRow, toRequest } from './request-rows.ts'

/** Somebody who has an account and no supervisor yet gets the one of the request. */
async function giveSupervisor(tx: Db, user: Person, { supervisorId }: NewPerson): Promise<void> {
  if (user.supervisorId !== null || !supervisorId || supervisorId === user.id) return
  const [now] = await tx.select().from(users).where(eq(users.id, user.id))
  if (now) await saveUser(tx, now, { columns: { supervisorId } })
}

/** A form from outside names any address: one that cannot be a relative's stays an entry in the phonebook. */
async function takeIfTheirs(tx: Db, caller: Caller, account: Prepared): Promise<Taken | null> {
  try {
    return await takeAccount(tx, caller, account)
  } catch (error) {
    if (error instanceof Refusal && error.key === 'emailTaken') return null
    throw error
  }
}

/** The phonebook is the new owner's alone: whoever an earlier one had there sees nothing of this one. */
async function fillPhonebook(
  tx: Db,
  caller: Caller,
  { device, contacts }: { device: DeviceRow; contacts: readonly Contact[] },
): Promise<Taken[]> {
  await tx.delete(relatives).where(eq(relatives.deviceId, device.id))
  const accounts: Taken[] = []
  for (const { row, account } of contacts) {
    const taken = account && (await takeIfTheirs(tx, caller, account))
    if (taken) accounts.push(taken)
    const userId = taken?.user.id ?? null
    const values = { ...row, phone: row.phone ?? null, userId, createUserInPortal: userId !== null }
    await insertRelative(tx, caller, { device, values })
  }
  return accounts
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
  { device, row, ownerId }: { device: DeviceRow; row: RequestRow; ownerId: number },
): Promise<void> {
  if (await isWorn(tx, device.id)) await endAssignment(tx, caller, { device, end: 'HANDED_OVER' })
  const { firstName = device.name, lastName = '', dob } = row.request.owner
  const { companyId, branchId } = device
  const person = { firstName, lastName, companyId, branchId, ...(dob && { dob }) }
  const { id: wearerId } = await createWearer(tx, person)
  await tx.insert(wearerRelations).values({ wearerId, userId: ownerId, kind: 'OWNER', since: sql`now()` })
  await startAssignment(tx, caller, { device, wearerId })
}

type Given = { row: RequestRow; prepared: Awaited<ReturnType<typeof prepareAccounts>> }

/** Settings before the device, as whoever configures it: two who wait for each other would wait for ever. */
async function giveDevice(tx: Db, caller: Caller, { row, prepared }: Given) {
  const device = await getVisibleDevice(tx, caller, { uuid: row.device.uuid })
  if (await isWorn(tx, device.id)) await closeBefore(tx, caller, { device, end: 'HANDED_OVER' })
  const settings = await holdSettings(tx, device.id)
  if (device.ownerId !== null) throw new Refusal('conflict', 'deviceOwned')
  const owner = await takeAccount(tx, caller, prepared.owner)
  await giveSupervisor(tx, owner.user, prepared.owner.person)
  await assignFromRequest(tx, caller, { device, row, ownerId: owner.user.id })
  await saveDevice(tx, device, { columns: { ownerId: owner.user.id, ...sold(device, true) } })
  await saveSettings(tx, caller, { device, row: settings, changes: proposed(row) })
  return { device, owner, kin: await fillPhonebook(tx, caller, { device, contacts: prepared.contacts }) }
}

/** Everything an approved request brings about, or nothing of it. */
export async function approveOnboarding(
  services: Services,
  caller: Caller,
  uuid: string,
): Promise<Reply<typeof contract>> {
  const { db } = services
  const row = await getVisibleRequest(db, caller, uuid)
  const isErased = !row.request.owner['email']
  if (row.request.status !== 'SUBMITTED' || isErased) throw new Refusal('conflict', 'alreadyDecided')
  const prepared = await prepareAccounts(services, caller, row)
  const { owner, accounts } = await db.transaction(async (tx) => {
    await decide(tx, caller, { requestId: row.request.id, status: 'APPROVED' })
    const { device, owner, kin } = await giveDevice(tx, caller, { row, prepared })
    const { companyId } = device
    const detail = { device: device.uuid, owner: owner.user.uuid, relatives: prepared.contacts.length }
    await audit(tx, caller, { action: 'approved', entity: 'onboarding', uuid, companyId, detail })
    return { owner: owner.user, accounts: [owner, ...kin] }
  })
  return {
    request: toRequest(await getVisibleRequest(db, caller, uuid)),
    owner: { uuid: owner.uuid, name: fullName(owner) },
    accounts: accounts.flatMap((account) => mailAccount(services, account) ?? []),
  }
}
