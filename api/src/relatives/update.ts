import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { updateRelation as contract } from '@carewatch/contracts/http/relatives'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { relatives } from '@carewatch/migrations/schema/devices'
import { and, eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { changedAfter, namesOfChanged } from '../http/changed.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import type { Services } from '../services.ts'
import type { Invited } from '../invitations/invite.ts'
import { withdrawRelative } from '../invitations/withdraw.ts'
import { leaveWearer } from './delete.ts'
import { getVisibleRelative, type RelativeRow } from './find.ts'
import { inviteRelative } from './invite-relative.ts'
import { answerOf, phoneOf } from './new.ts'
import { phonebookPlace } from './phonebook.ts'

type Body = Input<typeof contract>['body']
type Columns = Partial<typeof relatives.$inferInsert>

function columnsOf({ phone, updatedAt: _, phonebookId: __, maySeePast: ___, ...given }: Body): Columns {
  const plain = Object.entries(given).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(plain),
    ...(phone !== undefined && { phone: phoneOf(phone) }),
  }
}

/** Whoever is to have an account is asked; whoever was asked at another address, or is to have none, is asked no longer. */
async function inviteAgain(
  tx: Db,
  caller: Caller,
  { row, body }: { row: RelativeRow; body: Body },
): Promise<Invited | null> {
  const { relative, device, isInvited } = row
  const isOther = body.email !== undefined && body.email.toLowerCase() !== relative.email?.toLowerCase()
  if (body.createUserInPortal === false || isOther) await withdrawRelative(tx, relative.id)
  const wantsAccount = body.createUserInPortal ?? (isInvited && isOther)
  const isWaiting = isInvited && !isOther
  if (!wantsAccount || relative.userId !== null || isWaiting) return null
  const email = body.email ?? relative.email
  if (!email) throw new InvalidFields({ email: 'emailRequired' })
  // Who did not answer in time is asked anew, and the old link is worth nothing.
  await withdrawRelative(tx, relative.id)
  const { maySeePast = false, maySeeLocation = relative.maySeeLocation } = body
  const asked = { device, relative: { id: relative.id, maySeeLocation }, to: { email }, maySeePast }
  return inviteRelative(tx, caller, asked)
}

async function placeOf(tx: Db, { relative }: RelativeRow, wanted: number | undefined): Promise<Columns> {
  if (wanted === undefined || wanted === relative.phonebookId) return {}
  return { phonebookId: await phonebookPlace(tx, relative.deviceId, wanted) }
}

/** Without an account in the portal nobody sees anything there. */
const accountOf = ({ createUserInPortal }: Body): Columns =>
  createUserInPortal === false ? { userId: null } : {}

async function save(tx: Db, { relative }: RelativeRow, columns: Columns): Promise<void> {
  const isAsSeen = and(eq(relatives.id, relative.id), eq(relatives.updatedAt, relative.updatedAt))
  const saved = await tx
    .update(relatives)
    .set({ ...columns, updatedAt: changedAfter(relatives.updatedAt) })
    .where(isAsSeen)
    .returning({ id: relatives.id })
  if (saved.length === 0) throw new Refusal('conflict')
}

export async function updateRelation(
  services: Services,
  caller: Caller,
  { params: { uuid }, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { db } = services
  const isIt = eq(relatives.uuid, uuid)
  const given = columnsOf(body)
  const made = await db.transaction(async (tx) => {
    const row = await getVisibleRelative(tx, caller, isIt)
    const { relative, device } = row
    if (body.updatedAt && body.updatedAt.getTime() !== relative.updatedAt.getTime())
      throw new Refusal('conflict')
    // Its place in the phonebook holds the device, which comes before an invitation.
    const place = await placeOf(tx, row, body.phonebookId)
    const invited = await inviteAgain(tx, caller, { row, body })
    if (body.createUserInPortal === false) await leaveWearer(tx, relative)
    const columns = { ...given, ...accountOf(body), ...place }
    await save(tx, row, columns)
    const detail = { fields: namesOfChanged(relative, columns) }
    const { companyId } = device
    await audit(tx, caller, { action: 'updated', entity: 'relative', uuid, companyId, detail })
    return { id: relative.id, invited }
  })
  return answerOf(services, caller, made)
}
