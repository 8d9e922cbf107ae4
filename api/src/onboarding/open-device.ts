import { Refusal } from '@carewatch/contracts/refusal'
import { Uuid } from '@carewatch/contracts/wire'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { invitations } from '@carewatch/migrations/schema/invitations'
import { onboardingRequests } from '@carewatch/migrations/schema/onboarding'
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { seen } from '../access/seen.ts'

/** What stands in a link and is no uuid was not our link. */
export function uuidInLink(text: string): string {
  if (!Uuid.safeParse(text).success) throw new Refusal('invalid', 'wrongUrl')
  return text
}

/** A device that waits for its owner; anybody may ask, and hears nothing of whose it is. */
export async function getOpenDevice(db: Db, deviceId: string) {
  const uuid = uuidInLink(deviceId)
  const isThere = and(eq(devices.uuid, uuid), eq(devices.isActive, true), isNull(devices.deletedAt))
  // unscoped: whoever has the link that came with a device may ask for it, and hears nothing of whose it is
  const [device] = await db.select(seen(devices)).from(devices).where(isThere)
  if (!device) throw new Refusal('notFound', 'deviceUnknown')
  if (device.ownerId !== null) throw new Refusal('conflict', 'deviceOwned')
  const isWaiting = and(
    eq(onboardingRequests.deviceId, device.id),
    eq(onboardingRequests.status, 'SUBMITTED'),
  )
  const isAsked = and(
    eq(invitations.deviceId, device.id),
    inArray(invitations.kind, ['ONBOARDING', 'OWNER']),
    eq(invitations.status, 'OPEN'),
    gt(invitations.lapsesAt, sql`now()`),
  )
  const waiting = (await db.$count(onboardingRequests, isWaiting)) + (await db.$count(invitations, isAsked))
  if (waiting > 0) throw new Refusal('conflict', 'alreadyOnboarding')
  return device
}
