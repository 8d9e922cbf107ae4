import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { onboardingSubmit as contract } from '@carewatch/contracts/http/onboarding'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { onboardingRequests } from '@carewatch/migrations/schema/onboarding'
import { branches, users } from '@carewatch/migrations/schema/people'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Stranger } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { readForm } from './form.ts'
import { lockIdNumber } from '../auth/id-number.ts'
import { getOpenDevice, uuidInLink } from './open-device.ts'

/** The supervisor of the link: of the device's company, else it was not our link. */
async function supervisorIdOf(
  db: Db,
  { uuid, companyId }: { uuid: string | undefined; companyId: number | null },
): Promise<number | null> {
  if (!uuid) return null
  const isOfCompany = or(
    eq(users.companyId, companyId ?? 0),
    sql`${users.branchId} in (select ${branches.id} from ${branches} where ${branches.companyId} = ${companyId ?? 0})`,
  )
  const isWorking = and(eq(users.role, 'SUPERVISOR'), eq(users.isActive, true), isNull(users.deletedAt))
  const [supervisor] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.uuid, uuidInLink(uuid)), isWorking, isOfCompany))
  if (!supervisor) throw new Refusal('invalid', 'wrongUrl')
  return supervisor.id
}

/** One request at a time for a device: whoever sends it twice is answered that it waits. */
export async function submitOnboarding(
  { db, seal }: Services,
  { deviceUUID, supervisorId: supervisor, ...form }: Input<typeof contract>['body'],
  { address, language }: Stranger,
): Promise<Reply<typeof contract>> {
  const filled = readForm(form, new Date())
  return db.transaction(async (tx) => {
    const device = await getOpenDevice(tx, deviceUUID)
    const { uuid, companyId } = device
    const supervisorId = await supervisorIdOf(tx, { uuid: supervisor, companyId })
    const { owner, idNumberLocked } = lockIdNumber(seal, filled.owner, uuid)
    const [request] = await tx
      .insert(onboardingRequests)
      .values({ ...filled, owner: { ...owner, language }, idNumberLocked, deviceId: device.id, supervisorId })
      .onConflictDoNothing()
      .returning()
    if (!request) throw new Refusal('conflict', 'alreadyOnboarding')
    const who = { id: null, companyId: null, address }
    const detail = { device: uuid, contacts: filled.contacts.length }
    await audit(tx, who, {
      action: 'submitted',
      entity: 'onboarding',
      uuid: request.uuid,
      companyId,
      detail,
    })
    return { deviceUUID: uuid, status: request.status }
  })
}
