import type { OnboardingRequest } from '@carewatch/contracts/http/onboarding'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { onboardingRequests } from '@carewatch/migrations/schema/onboarding'
import { and, eq } from 'drizzle-orm'
import { nameBy } from '../access/name-of.ts'
import { fullName, type Viewer } from '../access/viewer.ts'
import { visibleDevices } from '../access/visible.ts'
import { seen } from '../access/seen.ts'

/** Requests with their device and people; the caller says which. */
export const selectRequests = (db: Db) =>
  db
    .select({
      request: seen(onboardingRequests),
      device: seen(devices),
      supervisor: nameBy(onboardingRequests.supervisorId),
      decider: nameBy(onboardingRequests.decidedById),
    })
    .from(onboardingRequests)
    .innerJoin(devices, eq(devices.id, onboardingRequests.deviceId))
    .$dynamic()
export type RequestRow = Awaited<ReturnType<typeof selectRequests>>[number]

export function toRequest({ request, device, supervisor, decider }: RequestRow): OnboardingRequest {
  const { uuid, status, owner, createdAt, decidedAt, reason } = request
  return {
    uuid,
    status,
    device: { uuid: device.uuid, name: device.name, imei: device.imei },
    ownerName: fullName({ firstName: owner['firstName'] ?? '', lastName: owner['lastName'] ?? '' }),
    supervisor: supervisor && { uuid: supervisor.uuid, name: fullName(supervisor) },
    createdAt,
    decidedAt,
    decidedBy: decider && fullName(decider),
    reason,
  }
}

/** The request, if the viewer may see its device; else it does not exist. */
export async function getVisibleRequest(db: Db, viewer: Viewer, uuid: string): Promise<RequestRow> {
  const isIt = eq(onboardingRequests.uuid, uuid)
  const [row] = await selectRequests(db).where(and(isIt, visibleDevices(viewer)))
  if (!row) throw new Refusal('notFound')
  return row
}
