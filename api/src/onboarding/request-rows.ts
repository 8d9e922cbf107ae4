import type { OnboardingRequest } from '@carewatch/contracts/http/onboarding'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { onboardingRequests } from '@carewatch/migrations/schema/onboarding'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fullName, type Viewer } from '../access/viewer.ts'
import { visibleDevices } from '../access/visible.ts'
import { seen } from '../access/seen.ts'

const deciders = alias(users, 'deciders')

/** Requests with their device and people; the caller says which. */
export const selectRequests = (db: Db) =>
  db
    .select({
      request: onboardingRequests,
      device: seen(devices),
      supervisor: seen(users),
      decider: seen(deciders),
    })
    .from(onboardingRequests)
    .innerJoin(devices, eq(devices.id, onboardingRequests.deviceId))
    .leftJoin(users, eq(users.id, onboardingRequests.supervisorId))
    .leftJoin(deciders, eq(deciders.id, onboardingRequests.decidedById))
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
