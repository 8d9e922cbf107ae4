import type * as contract from '@carewatch/contracts/http/relatives'
import { relatives } from '@carewatch/migrations/schema/devices'
import { eq } from 'drizzle-orm'
import { addDevice, type House } from '../testing/house.ts'
import type { Samples } from '../testing/sample.ts'
import type { Stand } from '../testing/stand.ts'

const anyone = { name: 'Dan Levi', relation: 'son', phone: '050-1234567', sosPriority: 'HIGH' } as const
const address = () => `dan-${crypto.randomUUID()}@carewatch.test`

/** The relation of the house's relative to a watch of their own. */
async function aRelation(stand: Stand, house: House) {
  const device = await addDevice(stand, house)
  const [relation] = await stand.db.select().from(relatives).where(eq(relatives.deviceId, device.id))
  return { device, uuid: relation?.uuid ?? '' }
}

export const samples: Samples<typeof contract> = {
  newRelation: {
    of: 'row',
    ask: async (house, stand) => ({
      body: {
        ...anyone,
        deviceUUID: (await addDevice(stand, house)).uuid,
        email: address(),
        createUserInPortal: false,
      },
    }),
  },
  addRelative: {
    of: 'row',
    ask: async (house, stand) => ({
      body: { ...anyone, deviceUUID: (await addDevice(stand, house)).uuid, email: address() },
    }),
  },
  updateRelation: {
    of: 'row',
    ask: async (house, stand) => ({
      params: { uuid: (await aRelation(stand, house)).uuid },
      body: { name: 'Dana', maySeeLocation: false, smsAlerts: true },
    }),
  },
  deleteRelation: {
    of: 'row',
    ask: async (house, stand) => ({ params: { uuid: (await aRelation(stand, house)).uuid } }),
  },
  deleteNamedRelation: {
    of: 'row',
    ask: async (house, stand) => ({ body: { uuid: (await aRelation(stand, house)).uuid } }),
  },
  deleteRelative: {
    of: 'row',
    ask: async (house, stand) => ({
      body: {
        deviceUUID: (await aRelation(stand, house)).device.uuid,
        relativeUuid: house.people.RELATIVE.uuid,
      },
    }),
  },
  allRelations: { of: 'row', ask: ({ device }) => ({ params: { deviceUuid: device.uuid } }) },
}
