import { type FhirSubscription, subscriptionTopics } from '@carewatch/contracts/fhir-subscriptions'
import { fhirResources, type FhirType } from '@carewatch/contracts/http/fhir-resources'
import { forCompany } from '@carewatch/platform/database/company-scope'
import type { Flag } from '@medplum/fhirtypes'
import { companyOfStaff } from '../../access/reach.ts'
import type { Caller, Viewer } from '../../access/viewer.ts'
import type { Claimed } from '../../webhooks/sending/claim.ts'
import { byId } from '../asked.ts'
import { isHeld } from '../search.ts'
import type { Found, Needed } from '../source.ts'
import { sources } from '../sources/index.ts'
import { measuredIn } from './measured.ts'

/** What an event of ours, or a range of readings, is about in FHIR. */
export type Happened = Pick<Claimed, 'event' | 'range' | 'at'>

/** What is found of it; `isComplete`: nothing of it was deleted before. */
export type Seen = { found: Found[]; isComplete: boolean }

/** A program that looks by itself, and not in a call: what it is told is written down with where it goes. */
export const callerFrom = (viewer: Viewer, address: string): Caller => ({
  ...viewer,
  sessionUuid: '',
  address,
  language: viewer.selectedLanguage,
})

/** Whether a key may read at all what such a Subscription tells. */
export const mayHear = (caller: Caller, { topic }: Pick<FhirSubscription, 'topic'>): boolean => {
  const { focus } = subscriptionTopics[topic]
  return (
    (caller.key?.scopes.includes('fhir:read') ?? true) &&
    isHeld(caller, focus) &&
    fhirResources[focus].allow.some((role) => role === caller.role)
  )
}

async function one(needed: Needed, caller: Caller, { type, id }: { type: FhirType; id: string }) {
  for await (const found of sources[type]({ needed, caller, asked: byId(id), wearer: undefined }))
    return [found]
  return []
}

/** Whose a resource is. */
const isOf = ({ resource }: Found, patient: string): boolean =>
  // Safe: of what a topic is about each has one subject.
  (resource as Flag).subject?.reference === `Patient/${patient}`

/** What the key sees of something that happened, at this moment; nothing where it may not, or it is not what was asked for. */
export async function seenOf(
  needed: Needed,
  caller: Caller,
  { subscription, happened }: { subscription: FhirSubscription; happened: Happened },
): Promise<Seen> {
  const nothing = { found: [], isComplete: true }
  if (!mayHear(caller, subscription)) return nothing
  const { topic, patient } = subscription
  const { event, range, at } = happened
  const { focus } = subscriptionTopics[topic]
  const seen = await forCompany(companyOfStaff(caller), async (): Promise<Seen> => {
    if (range) return measuredIn(needed, caller, { range, at })
    if (!event) return nothing
    return { found: await one(needed, caller, { type: focus, id: event.subjectUuid }), isComplete: true }
  })
  return patient === undefined ? seen : { ...seen, found: seen.found.filter((each) => isOf(each, patient)) }
}
