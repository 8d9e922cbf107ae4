import type * as contract from '@carewatch/contracts/http/fences'
import { fences } from '@carewatch/migrations/schema/devices'
import { addDevice, type House } from '../testing/house.ts'
import type { Samples } from '../testing/sample.ts'
import type { Stand } from '../testing/stand.ts'

const circle = { kind: 'CIRCLE', centre: { lat: 32.08, lng: 34.78 }, radiusM: 200 } as const

async function aFence(house: House, stand: Stand) {
  const { id: deviceId } = await addDevice(stand, house)
  const values = { deviceId, name: 'Garden', ...circle.centre, radiusM: 200 }
  const [fence] = await stand.db.insert(fences).values(values).returning({ uuid: fences.uuid })
  return { params: { uuid: fence?.uuid ?? '' } }
}

export const samples: Samples<typeof contract> = {
  deviceFences: { of: 'row', ask: ({ device }) => ({ params: { deviceUuid: device.uuid } }) },
  newFence: {
    of: 'row',
    ask: async (house, stand) => ({
      body: { deviceUUID: (await addDevice(stand, house)).uuid, name: 'Garden', shape: circle },
    }),
  },
  updateFence: {
    of: 'row',
    ask: async (house, stand) => ({ ...(await aFence(house, stand)), body: { name: 'Park' } }),
  },
  deleteFence: { of: 'row', ask: aFence },
}
