import type { onboardingStatus } from '@carewatch/contracts/http/onboarding'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import { devices, deviceStatus } from '@carewatch/migrations/schema/devices'
import { onboardingRequests } from '@carewatch/migrations/schema/onboarding'
import type { Db } from '@carewatch/platform/database/client'
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { uuidInLink } from './open-device.ts'

/** After it a link is an old one: the device may be with somebody else by then. */
const SHOWN_DAYS = 90

/** How far the newest request for a device has come; of who asked, and who wears it, nothing. */
export async function readOnboardingStatus(
  db: Db,
  deviceId: string,
): Promise<Reply<typeof onboardingStatus>> {
  const isShown = and(
    eq(devices.uuid, uuidInLink(deviceId)),
    isNull(devices.deletedAt),
    gt(onboardingRequests.createdAt, sql`now() - make_interval(days => ${SHOWN_DAYS})`),
  )
  // unscoped: whoever has the link that came with a device may ask how far it is, and hears nothing of whose it is
  const [request] = await db
    .select({
      status: onboardingRequests.status,
      submittedAt: onboardingRequests.createdAt,
      decidedAt: onboardingRequests.decidedAt,
      isConnected: sql<boolean>`coalesce(${deviceStatus.lastSeenAt} > ${onboardingRequests.createdAt}, false)`,
    })
    .from(onboardingRequests)
    .innerJoin(devices, eq(devices.id, onboardingRequests.deviceId))
    .leftJoin(deviceStatus, eq(deviceStatus.deviceId, devices.id))
    .where(isShown)
    .orderBy(desc(onboardingRequests.id))
    .limit(1)
  if (!request) throw new Refusal('notFound', 'deviceUnknown')
  return request
}
