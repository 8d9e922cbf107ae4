import type { Db } from '@carewatch/platform/database/client'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Seal } from './seal.ts'

const STEP_SECONDS = 30
/** A telephone's clock may be a step behind or ahead. */
const STEPS_OFF = 1

const appFor = (secret: string, label: string) =>
  new TOTP({ issuer: 'Carewatch', label, secret: Secret.fromBase32(secret), period: STEP_SECONDS })

/** A new secret, and the address an authenticator app reads it from. */
export function newSecret(label: string): { secret: string; uri: string } {
  const secret = new Secret({ size: 20 }).base32
  return { secret, uri: appFor(secret, label).toString() }
}

/** Which time step a code belongs to; `undefined`: none that is near. */
export function stepOf(secret: string, code: string, now = Date.now()): number | undefined {
  const delta = appFor(secret, '').validate({ token: code, timestamp: now, window: STEPS_OFF })
  return delta === null ? undefined : Math.floor(now / 1_000 / STEP_SECONDS) + delta
}

type Owner = { id: number; uuid: string; totpSecret: Buffer }

/** Takes a code, once: of two who send the same, one is refused. */
export async function takeCode(
  { db, seal }: { db: Db; seal: Seal },
  { id, uuid, totpSecret }: Owner,
  code: string,
): Promise<boolean> {
  const step = stepOf(seal.open(totpSecret, uuid), code)
  if (step === undefined) return false
  const isUnused = or(isNull(users.totpLastStep), lt(users.totpLastStep, step))
  const taken = await db
    .update(users)
    .set({ totpLastStep: step })
    .where(and(eq(users.id, id), isUnused))
    .returning({ id: users.id })
  return taken.length > 0
}
