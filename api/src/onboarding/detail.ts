import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { onboardingDetail as contract } from '@carewatch/contracts/http/onboarding'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import type { Services } from '../services.ts'
import { openIdNumber } from '../auth/id-number.ts'
import { getVisibleRequest, toRequest } from './request-rows.ts'

type Answer = Reply<typeof contract>

/** Everything that was said, the identity number too: who looked at it is on record. */
export async function onboardingDetail(
  { db, seal }: Services,
  caller: Caller,
  uuid: string,
): Promise<Answer> {
  const row = await getVisibleRequest(db, caller, uuid)
  const { request, device } = row
  const { companyId } = device
  await audit(db, caller, { action: 'viewed', entity: 'onboarding', uuid, companyId })
  const { declarationConsentEmail: consentToEmail, declaredAt: date } = request
  const parts = {
    shipping: request.shipping,
    owner: openIdNumber(seal, request.owner, device.uuid),
    contactPerson: request.contactPerson,
    deviceDetails: request.deviceDetails,
    contacts: request.contacts,
  }
  // Safe: written by `submitOnboarding` alone, from the same contract; erased ones are empty.
  const sections = parts as Pick<Answer, keyof typeof parts>
  return { request: toRequest(row), ...sections, declaration: { consentToEmail, date } }
}
