import type { Input } from '@carewatch/contracts/http/endpoint'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { onboardingEmail as contract } from '@carewatch/contracts/http/onboarding'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { auditLog } from '@carewatch/migrations/schema/people'
import { and, eq, gt, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import type { Services } from '../services.ts'

const MOST_AN_HOUR = 3

/** Our letters lead to our own address, whatever a browser believes it is at. */
function refuseOtherOrigin(baseURL: string, publicUrl: string): void {
  if (!URL.canParse(baseURL) || new URL(baseURL).origin !== new URL(publicUrl).origin)
    throw new InvalidFields({ baseURL: 'invalid' })
}

/** Three letters an hour for a device, counted by their traces. */
async function refuseTooMany(tx: Db, device: { id: number; uuid: string }): Promise<void> {
  await tx.select({ id: devices.id }).from(devices).where(eq(devices.id, device.id)).for('no key update')
  const isLetter = and(
    eq(auditLog.entity, 'onboarding'),
    eq(auditLog.action, 'linkSent'),
    eq(auditLog.entityUuid, device.uuid),
    gt(auditLog.at, sql`now() - interval '1 hour'`),
  )
  // unscoped: a trace names a device by its uuid, and this one was found in the caller's scope
  const letters = await asItself(tx, () => tx.$count(auditLog, isLetter))
  if (letters >= MOST_AN_HOUR) throw new Refusal('tooMany')
}

export async function sendOnboardingEmail(
  { db, mail }: Services,
  caller: Caller,
  { body, publicUrl }: { body: Input<typeof contract>['body']; publicUrl: string },
): Promise<null> {
  const { deviceUUID: uuid, emailAddress: email, baseURL } = body
  const device = await db.transaction(async (tx) => {
    const device = await getVisibleDevice(tx, caller, { uuid })
    refuseOtherOrigin(baseURL, publicUrl)
    if (device.ownerId !== null) throw new Refusal('conflict', 'deviceOwned')
    if (!mail.isConfigured) throw new Refusal('conflict', 'noMail')
    await refuseTooMany(tx, device)
    const { companyId } = device
    await audit(tx, caller, { action: 'linkSent', entity: 'onboarding', uuid, companyId })
    return device
  })
  const asked = new URLSearchParams({ deviceId: uuid })
  if (caller.role === 'SUPERVISOR') asked.set('supervisorId', caller.uuid)
  const path = `/ndr/onboard/device?${asked.toString()}` as const
  mail.sendOnboardingLink({ email, language: caller.selectedLanguage }, device.name, path)
  return null
}
