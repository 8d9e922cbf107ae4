import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { onboardingRequests } from '@carewatch/migrations/schema/onboarding'
import { users } from '@carewatch/migrations/schema/people'
import { wearerCare, wearers } from '@carewatch/migrations/schema/wearers'
import { webhooks } from '@carewatch/migrations/schema/webhooks'
import { eq, isNotNull } from 'drizzle-orm'
import { bindingOfWearer, lockIdNumber, moveIdNumbers, openIdNumber } from './id-number.ts'
import { createSeal, type Seal } from './seal.ts'

/** Locks with a new secret what was locked with the old one; all of it or, where something does not open, nothing. Answers how many. */
export async function reseal(db: Db, secrets: { from: string; to: string }): Promise<number> {
  const [from, to] = [createSeal(secrets.from), createSeal(secrets.to)]
  return db.transaction(async (tx) => {
    const people = await tx
      .select({ id: users.id, uuid: users.uuid, totpSecret: users.totpSecret })
      .from(users)
      .where(isNotNull(users.totpSecret))
      .for('update')
    for (const { id, uuid, totpSecret } of people) {
      if (totpSecret)
        await tx
          .update(users)
          .set({ totpSecret: to.lock(from.open(totpSecret, uuid), uuid) })
          .where(eq(users.id, id))
    }
    await moveIdNumbers(tx)
    const requests = await tx
      .select({
        id: onboardingRequests.id,
        owner: onboardingRequests.owner,
        idNumberLocked: onboardingRequests.idNumberLocked,
        deviceUuid: devices.uuid,
      })
      .from(onboardingRequests)
      .innerJoin(devices, eq(devices.id, onboardingRequests.deviceId))
      .where(isNotNull(onboardingRequests.idNumberLocked))
    for (const { id, deviceUuid, ...locked } of requests) {
      const open = openIdNumber(from, locked, deviceUuid)
      if (!('idNumber' in open))
        throw new Error('An identity number does not open with the secret that is given.')
      await tx
        .update(onboardingRequests)
        .set(lockIdNumber(to, open, deviceUuid))
        .where(eq(onboardingRequests.id, id))
    }
    const others = (await resealCare(tx, from, to)) + (await resealWebhooks(tx, from, to))
    return people.length + requests.length + others
  })
}

/** The identity numbers of people under care. */
async function resealCare(tx: Db, from: Seal, to: Seal): Promise<number> {
  const rows = await tx
    .select({ id: wearerCare.wearerId, locked: wearerCare.idNumberLocked, uuid: wearers.uuid })
    .from(wearerCare)
    .innerJoin(wearers, eq(wearers.id, wearerCare.wearerId))
    .where(isNotNull(wearerCare.idNumberLocked))
    .for('update', { of: wearerCare })
  for (const { id, locked, uuid } of rows) {
    const row = bindingOfWearer(uuid)
    if (locked)
      await tx
        .update(wearerCare)
        .set({ idNumberLocked: to.lock(from.open(locked, row), row) })
        .where(eq(wearerCare.wearerId, id))
  }
  return rows.length
}

/** What signs the messages to webhooks. */
async function resealWebhooks(tx: Db, from: Seal, to: Seal): Promise<number> {
  const { id, uuid, secretLocked, formerLocked } = webhooks
  const rows = await tx.select({ id, uuid, secretLocked, formerLocked }).from(webhooks).for('update')
  for (const row of rows) {
    const again = (locked: Buffer): Buffer => to.lock(from.open(locked, row.uuid), row.uuid)
    const former = row.formerLocked && again(row.formerLocked)
    await tx
      .update(webhooks)
      .set({ secretLocked: again(row.secretLocked), formerLocked: former })
      .where(eq(webhooks.id, row.id))
  }
  return rows.length
}
