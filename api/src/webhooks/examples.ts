import type * as contract from '@carewatch/contracts/http/webhooks'
import { createApiKey, createWebhook, TEST_PASSWORD } from '@carewatch/migrations/factories'
import { webhookDeliveries } from '@carewatch/migrations/schema/webhooks'
import type { Examples } from '../testing/example.ts'
import type { CompanyFixture } from '../testing/fixtures.ts'
import type { Harness } from '../testing/harness.ts'

const URL_OF_NOBODY = 'https://hooks.example.org/carewatch'

const keyOf = ({ company, people }: CompanyFixture, { db }: Harness) =>
  createApiKey(db, { companyId: company.id, createdById: people.MANAGER.id })

async function made(fixture: CompanyFixture, harness: Harness) {
  const { id: apiKeyId } = await keyOf(fixture, harness)
  const { company, people } = fixture
  // Paused, so that no test writes to anybody.
  return createWebhook(harness.db, {
    companyId: company.id,
    apiKeyId,
    createdById: people.MANAGER.id,
    url: URL_OF_NOBODY,
    pause: 'byPerson',
  })
}

const ofIt = async (fixture: CompanyFixture, harness: Harness) => ({
  params: { uuid: (await made(fixture, harness)).uuid },
})

export const examples: Examples<typeof contract> = {
  allWebhooks: { of: 'list', ask: () => ({}) },
  newWebhook: {
    // The key is chosen: of another house's it is said that it is not known.
    of: 'self',
    ask: async (fixture, harness) => ({
      body: {
        url: URL_OF_NOBODY,
        topics: ['alarms', 'tasks'],
        apiKeyUUID: (await keyOf(fixture, harness)).uuid,
        password: TEST_PASSWORD,
      },
    }),
  },
  updateWebhook: {
    of: 'row',
    ask: async (fixture, harness) => ({
      ...(await ofIt(fixture, harness)),
      body: { url: URL_OF_NOBODY, topics: ['assignments'], password: TEST_PASSWORD },
    }),
  },
  rotateWebhook: {
    of: 'row',
    ask: async (fixture, harness) => ({
      ...(await ofIt(fixture, harness)),
      body: { graceHours: 1, password: TEST_PASSWORD },
    }),
  },
  pauseWebhook: { of: 'row', ask: ofIt },
  resumeWebhook: { of: 'row', ask: ofIt },
  deleteWebhook: { of: 'row', ask: ofIt },
  testWebhook: { of: 'row', ask: ofIt, status: 409 },
  webhookDeliveries: { of: 'row', ask: ofIt },
  replayWebhook: {
    of: 'row',
    ask: async (fixture, harness) => {
      const { id: webhookId, uuid } = await made(fixture, harness)
      const row = { webhookId, orderedBy: 'test', state: 'FAILED' } as const
      const [delivery] = await harness.db.insert(webhookDeliveries).values(row).returning()
      return { params: { uuid }, body: { deliveryUUID: delivery?.uuid ?? '' } }
    },
  },
}
