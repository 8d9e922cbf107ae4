import type * as contract from '@carewatch/contracts/http/relatives'
import { relatives } from '@carewatch/migrations/schema/devices'
import { eq } from 'drizzle-orm'
import { addDevice, type CompanyFixture } from '../testing/fixtures.ts'
import type { Examples } from '../testing/example.ts'
import type { Harness } from '../testing/harness.ts'

const anyone = { name: 'Dan Levi', relation: 'son', phone: '050-1234567', sosPriority: 'HIGH' } as const
const address = () => `dan-${crypto.randomUUID()}@carewatch.test`

/** The relation of the house's relative to a watch of their own. */
async function aRelation(harness: Harness, fixture: CompanyFixture) {
  const device = await addDevice(harness, fixture)
  const [relation] = await harness.db.select().from(relatives).where(eq(relatives.deviceId, device.id))
  return { device, uuid: relation?.uuid ?? '' }
}

export const examples: Examples<typeof contract> = {
  newRelation: {
    of: 'row',
    ask: async (fixture, harness) => ({
      body: {
        ...anyone,
        deviceUUID: (await addDevice(harness, fixture)).uuid,
        email: address(),
        createUserInPortal: false,
      },
    }),
  },
  addRelative: {
    of: 'row',
    ask: async (fixture, harness) => ({
      body: { ...anyone, deviceUUID: (await addDevice(harness, fixture)).uuid, email: address() },
    }),
  },
  updateRelation: {
    of: 'row',
    ask: async (fixture, harness) => ({
      params: { uuid: (await aRelation(harness, fixture)).uuid },
      body: { name: 'Dana', maySeeLocation: false, smsAlerts: true },
    }),
  },
  deleteRelation: {
    of: 'row',
    ask: async (fixture, harness) => ({ params: { uuid: (await aRelation(harness, fixture)).uuid } }),
  },
  deleteNamedRelation: {
    of: 'row',
    ask: async (fixture, harness) => ({ body: { uuid: (await aRelation(harness, fixture)).uuid } }),
  },
  deleteRelative: {
    of: 'row',
    ask: async (fixture, harness) => ({
      body: {
        deviceUUID: (await aRelation(harness, fixture)).device.uuid,
        relativeUuid: fixture.people.RELATIVE.uuid,
      },
    }),
  },
  allRelations: { of: 'row', ask: ({ device }) => ({ params: { deviceUuid: device.uuid } }) },
}
