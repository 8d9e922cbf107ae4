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
import { requirePhone } from '../http/phone.ts'
import type { Services } from '../services.ts'
import { type Prepared, prepareAccount, type Taken, takeAccount, mailAccount } from './account.ts'
import { getVisibleRelative, relativeById, type RelativeRow } from './find.ts'
import { relativesAccount } from './new.ts'
import { phonebookPlace } from './phonebook.ts'

type Body = Input<typeof contract>['body']
type Columns = Partial<typeof relatives.$inferInsert>

function columnsOf({ phone, updatedAt: _, phonebookId: __, ...given }: Body): Columns {
  const plain = Object.entries(given).filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(plain),
    ...(phone !== undefined && {
      phone: phone ? requirePhone(phone, { field: 'phone' }).contactNumber : null,
    }),
  }
}

/** Somebody who is to have an account from now on. */
async function prepare(
  services: Services,
  caller: Caller,
  { row, body }: { row: RelativeRow; body: Body },
): Promise<Prepared | null> {
  const { relative, device } = row
  if (!body.createUserInPortal || relative.userId !== null) return null
  const email = body.email ?? relative.email
  if (!email) throw new InvalidFields({ email: 'emailRequired' })
  const given = { name: body.name ?? relative.name, phone: body.phone ?? relative.phone, email }
  return prepareAccount(services, caller, relativesAccount(given, device, caller))
}

async function placeOf(tx: Db, { relative }: RelativeRow, wanted: number | undefined): Promise<Columns> {
  if (wanted === undefined || wanted === relative.phonebookId) return {}
  return { phonebookId: await phonebookPlace(tx, relative.deviceId, wanted) }
}

const accountOf = ({ createUserInPortal }: Body, taken: Taken | null): Columns => {
  if (taken) return { userId: taken.user.id }
  // Without an account in the portal nobody sees anything there.
  return createUserInPortal === false ? { userId: null } : {}
}

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
  const row = await getVisibleRelative(db, caller, isIt)
  const prepared = await prepare(services, caller, { row, body })
  const { id, taken } = await db.transaction(async (tx) => {
    const row = await getVisibleRelative(tx, caller, isIt)
    const { relative, device } = row
    if (body.updatedAt && body.updatedAt.getTime() !== relative.updatedAt.getTime())
      throw new Refusal('conflict')
    const taken = prepared && (await takeAccount(tx, caller, prepared))
    const columns = { ...given, ...accountOf(body, taken), ...(await placeOf(tx, row, body.phonebookId)) }
    await save(tx, row, columns)
    const detail = { fields: namesOfChanged(relative, columns) }
    const { companyId } = device
    await audit(tx, caller, { action: 'updated', entity: 'relative', uuid, companyId, detail })
    return { id: relative.id, taken }
  })
  return { relative: await relativeById(db, id), account: taken && mailAccount(services, taken) }
}
