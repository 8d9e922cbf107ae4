import type { Input } from '@carewatch/contracts/http/endpoint'
import type { updateDevice } from '@carewatch/contracts/http/device-changes'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { getBranch, getCompanyId } from './place.ts'
import type { DeviceColumns, DeviceRow } from './save-device.ts'

type Asked = Pick<Input<typeof updateDevice>['body'], 'companyId' | 'branchId'>
type Branch = { id: number; companyId: number }

/** Where a device moves to; nobody moves it out of their own reach, nor away from its owner's company. */
export async function moveOf(
  tx: Db,
  viewer: Viewer,
  { device, asked }: { device: DeviceRow; asked: Asked },
): Promise<DeviceColumns> {
  if (asked.companyId === undefined && asked.branchId === undefined) return {}
  const branch = asked.branchId ? await getBranch(tx, viewer, asked.branchId) : undefined
  const companyId = await companyOf(tx, viewer, { device, asked, branch })
  if (branch && branch.companyId !== companyId) throw new InvalidFields({ branchId: 'invalid' })
  const isOtherCompany = companyId !== device.companyId
  const stays = asked.branchId === undefined && !isOtherCompany
  const branchId = stays ? device.branchId : (branch?.id ?? null)
  refuseOutOfReach(viewer, { companyId, branchId })
  if (!isOtherCompany) return { branchId }
  await refuseOwnerElsewhere(tx, device, companyId)
  // The agent of the old company is none of the new one's.
  return { companyId, branchId, agentId: null }
}

type Known = { device: DeviceRow; asked: Asked; branch: Branch | undefined }

async function companyOf(tx: Db, viewer: Viewer, { device, asked, branch }: Known): Promise<number | null> {
  if (asked.companyId) return getCompanyId(tx, viewer, asked.companyId)
  if (asked.companyId === null) return null
  return branch?.companyId ?? device.companyId
}

function refuseOutOfReach(
  { role, ...mine }: Viewer,
  { companyId, branchId }: { companyId: number | null; branchId: number | null },
): void {
  if (role === 'ADMIN') return
  if (companyId !== mine.companyId) throw new InvalidFields({ companyId: 'invalid' })
  const own: readonly (number | null)[] = mine.branchIds ?? [mine.branchId]
  if (role === 'SUPERVISOR' && !own.includes(branchId)) throw new InvalidFields({ branchId: 'invalid' })
}

async function refuseOwnerElsewhere(tx: Db, { ownerId }: DeviceRow, companyId: number | null): Promise<void> {
  if (ownerId === null) return
  const [owner] = await tx.select({ companyId: users.companyId }).from(users).where(eq(users.id, ownerId))
  if (owner && owner.companyId !== null && owner.companyId !== companyId)
    throw new Refusal('conflict', 'ownerElsewhere')
}
