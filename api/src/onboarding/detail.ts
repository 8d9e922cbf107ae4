import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { onboardingDetail as contract } from '@carewatch/contracts/http/onboarding'
import { onboardingRequests } from '@carewatch/migrations/schema/onboarding'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { Db } from '@carewatch/platform/database/client'
import { eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import { openIdNumber } from '../auth/id-number.ts'
import { getVisibleRequest, toRequest } from './request-rows.ts'

type Answer = Reply<typeof contract>

/** No column of the company's staff. */
async function lockedOf(db: Db, id: number): Promise<Buffer | null> {
  const [row] = await asItself(db, () =>
    db
      .select({ locked: onboardingRequests.idNumberLocked })
      .from(onboardingRequests)
      .where(eq(onboardingRequests.id, id)),
  )
  return row?.locked ?? null
}

/** Everything that was said, the identity number too: who looked at it is on record. */
export async function onboardingDetail(
  { db, seal }: Services,
  caller: Caller,
  uuid: string,
): Promise<Answer> {
  const row = await getVisibleRequest(db, caller, uuid)
  const { request, device } = row
  const { companyId } = device
  const idNumberLocked = await lockedOf(db, row.request.id)
  await audit(db, caller, { action: 'viewed', entity: 'onboarding', uuid, companyId })
  const { declarationConsentEmail: consentToEmail, declaredAt: date } = request
  const parts = {
    shipping: request.shipping,
    owner: openIdNumber(seal, { owner: request.owner, idNumberLocked }, device.uuid),
    contactPerson: request.contactPerson,
    deviceDetails: request.deviceDetails,
    contacts: request.contacts,
  }
  // Safe: written by `submitOnboarding` alone, from the same contract; erased ones are empty.
  const sections = parts as Pick<Answer, keyof typeof parts>
  return { request: toRequest(row), ...sections, declaration: { consentToEmail, date } }
}
