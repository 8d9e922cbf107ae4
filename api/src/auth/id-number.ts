import { onboardingRequests } from '@carewatch/migrations/schema/onboarding'
import type { Db } from '@carewatch/platform/database/client'
import { and, isNull, sql } from 'drizzle-orm'
import type { Seal } from './seal.ts'

type Owner = Readonly<Record<string, string>>

const FIELD = 'idNumber'
/** What the number of a person under care is locked for. */
export const bindingOfWearer = (uuid: string): string => `wearer:${uuid}`

const bindingOf = (deviceUuid: string): string => `onboarding:${deviceUuid}`

type Locked = { owner: Owner; idNumberLocked: Buffer | null }

/** An identity number opens doors elsewhere: who reads the table cannot read it. */
export function lockIdNumber(seal: Seal, owner: Owner, deviceUuid: string): Locked {
  const { [FIELD]: idNumber = '', ...rest } = owner
  return { owner: rest, idNumberLocked: seal.lock(idNumber, bindingOf(deviceUuid)) }
}

/** Without the number where it was erased, or locked with another secret. */
export function openIdNumber(
  seal: Seal,
  { owner, idNumberLocked }: Locked,
  deviceUuid: string,
): Record<string, string> {
  if (!idNumberLocked) return owner
  try {
    return { ...owner, idNumber: seal.open(idNumberLocked, bindingOf(deviceUuid)) }
  } catch {
    return owner
  }
}

const { owner: facts, idNumberLocked: apart } = onboardingRequests
const isAmongFacts = sql`${facts} ? 'idNumberLocked'`

/** An interface of the version before leaves it among the facts that staff read. */
export async function moveIdNumbers(db: Db): Promise<void> {
  await db
    .update(onboardingRequests)
    .set({
      idNumberLocked: sql`decode(${facts} ->> 'idNumberLocked', 'base64')`,
      owner: sql`${facts} - 'idNumberLocked'`,
    })
    .where(and(isAmongFacts, isNull(apart)))
}
