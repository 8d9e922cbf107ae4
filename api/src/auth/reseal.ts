import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { onboardingRequests } from '@carewatch/migrations/schema/onboarding'
import { users } from '@carewatch/migrations/schema/people'
import { eq, isNotNull } from 'drizzle-orm'
import { lockIdNumber, openIdNumber } from './id-number.ts'
import { createSeal } from './seal.ts'

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
    const requests = await tx
      .select({ id: onboardingRequests.id, owner: onboardingRequests.owner, deviceUuid: devices.uuid })
      .from(onboardingRequests)
      .innerJoin(devices, eq(devices.id, onboardingRequests.deviceId))
    const locked = requests.filter(({ owner }) => 'idNumberLocked' in owner)
    for (const { id, owner, deviceUuid } of locked) {
      const open = openIdNumber(from, owner, deviceUuid)
      if (!('idNumber' in open))
        throw new Error('An identity number does not open with the secret that is given.')
      await tx
        .update(onboardingRequests)
        .set({ owner: lockIdNumber(to, open, deviceUuid) })
        .where(eq(onboardingRequests.id, id))
    }
    return people.length + locked.length
  })
}
