import type * as contract from '@carewatch/contracts/http/fhir-subscriptions'
import { createApiKey, createWebhook } from '@carewatch/migrations/factories'
import type { Examples, Wire } from '../../testing/example.ts'
import type { CompanyFixture } from '../../testing/fixtures.ts'
import type { Harness } from '../../testing/harness.ts'

const ENDPOINT = 'https://ehr.example.org/notifications'

/** What a program asks for. */
export const body: Wire<typeof contract.createSubscription>['body'] = {
  resourceType: 'Subscription',
  status: 'requested',
  reason: 'The ward of the hospital',
  criteria: 'urn:carewatch:topic:alarms',
  channel: {
    type: 'rest-hook',
    endpoint: ENDPOINT,
    _payload: {
      extension: [
        {
          url: 'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/backport-payload-content',
          valueCode: 'id-only',
        },
      ],
    },
  },
}

/** A Subscription of a program of this house, paused, so that no test writes to anybody. */
export async function aSubscription({ company, people }: CompanyFixture, { db }: Harness) {
  const by = { companyId: company.id, createdById: people.MANAGER.id }
  const { id: apiKeyId } = await createApiKey(db, by)
  return createWebhook(db, {
    ...by,
    apiKeyId,
    url: ENDPOINT,
    pause: 'byPerson',
    subscription: { topic: 'alarms', content: 'id-only', reason: 'The ward of the hospital' },
  })
}

const params = async (fixture: CompanyFixture, harness: Harness) => ({
  params: { id: (await aSubscription(fixture, harness)).uuid },
})
/** A nurse manages no programs. */
const notFor = ['SUPERVISOR'] as const

export const examples: Examples<typeof contract> = {
  // For programs alone.
  createSubscription: { of: 'self', refusedTo: ['MANAGER', 'SUPERVISOR'], ask: () => ({ body }) },
  updateSubscription: {
    of: 'row',
    notFor,
    refusedTo: ['MANAGER'],
    ask: async (fixture, harness) => ({ ...(await params(fixture, harness)), body }),
  },
  deleteSubscription: { of: 'row', notFor, ask: params },
  subscriptionStatus: { of: 'row', notFor, ask: params },
  subscriptionEvents: { of: 'row', notFor, ask: params },
}
