import { ContactRow } from '@carewatch/contracts/http/onboarding-form'
import type { relatives } from '@carewatch/migrations/schema/devices'
import type { Db } from '@carewatch/platform/database/client'
import type { Caller } from '../access/viewer.ts'
import type { DeviceRow } from '../devices/save-device.ts'
import { invite, type Invited } from '../invitations/invite.ts'
import { inviteRelative } from '../relatives/invite-relative.ts'
import type { RequestRow } from './request-rows.ts'

/** The rows of the phonebook as they were sent, but those that were erased since. */
export const contactsOf = ({ request }: RequestRow): ContactRow[] =>
  request.contacts.flatMap((contact) => ContactRow.safeParse(contact).data ?? [])

export type Kin = { row: ContactRow; relative: typeof relatives.$inferSelect }
type Given = { row: RequestRow; device: DeviceRow; wearerId: number; kin: readonly Kin[] }

/** A form from outside names any address: whoever has it is asked. Whoever stands there twice, or is the owner, is asked once. */
export async function invitePeople(
  tx: Db,
  caller: Caller,
  { row, device, wearerId, kin }: Given,
): Promise<Invited[]> {
  const { id: deviceId, companyId } = device
  const { email = '' } = row.request.owner
  const own = caller.role === 'SUPERVISOR' ? caller.id : null
  const gift = { supervisorId: row.request.supervisorId ?? own }
  const asked = { kind: 'ONBOARDING', to: { email }, companyId, deviceId, wearerId, gift } as const
  const invited = [await invite(tx, caller, asked)]
  const seen = new Set([email.toLowerCase()])
  for (const { row: contact, relative } of kin) {
    const address = contact.email.toLowerCase()
    if (!contact.createUserInPortal || seen.has(address)) continue
    seen.add(address)
    const to = { email: contact.email }
    invited.push(await inviteRelative(tx, caller, { device, relative, to, maySeePast: false }))
  }
  return invited
}
