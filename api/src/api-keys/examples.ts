import type * as contract from '@carewatch/contracts/http/api-keys'
import { createApiKey, TEST_PASSWORD } from '@carewatch/migrations/factories'
import type { Examples } from '../testing/example.ts'
import type { CompanyFixture } from '../testing/fixtures.ts'
import type { Harness } from '../testing/harness.ts'

/** The public half of a key that signs nothing. */
const EXAMPLE_JWK = {
  kty: 'EC',
  crv: 'P-384',
  kid: 'example',
  x: '2duYSwFJ22SPFrg6dRN1Jn9oG7aYbt1uQEQCn0n-G79IK-c-W2IqHAHq00SbUMpI',
  y: 'EH_wCMUCUkjsqw3TwN_X_CgeoJxW9So_SfwWIJnpTcoxbRtrhNHtNunrJXYB936M',
}

const made = async ({ company, people }: CompanyFixture, { db }: Harness) => {
  const { uuid } = await createApiKey(db, { companyId: company.id, createdById: people.MANAGER.id })
  return { uuid }
}

export const examples: Examples<typeof contract> = {
  allApiKeys: { of: 'list', ask: () => ({}) },
  newApiKey: {
    of: 'row',
    ask: ({ company, branch }) => ({
      body: {
        name: 'Ward system',
        scopes: ['people:read', 'alarms:read'],
        branchUUIDs: [branch.uuid],
        companyUUID: company.uuid,
        password: TEST_PASSWORD,
      },
    }),
  },
  rotateApiKey: {
    of: 'row',
    ask: async (fixture, harness) => ({
      params: await made(fixture, harness),
      body: { graceHours: 1, password: TEST_PASSWORD },
    }),
  },
  setPublicKeys: {
    of: 'row',
    ask: async (fixture, harness) => ({
      params: await made(fixture, harness),
      body: { jwks: JSON.stringify({ keys: [EXAMPLE_JWK] }), password: TEST_PASSWORD },
    }),
  },
  revokeApiKey: {
    of: 'row',
    ask: async (fixture, harness) => ({ params: await made(fixture, harness) }),
  },
}
