import type * as contract from '@carewatch/contracts/http/fences'
import { fences } from '@carewatch/migrations/schema/devices'
import { addDevice, type CompanyFixture } from '../testing/fixtures.ts'
import type { Examples } from '../testing/example.ts'
import type { Harness } from '../testing/harness.ts'

const circle = { kind: 'CIRCLE', centre: { lat: 32.08, lng: 34.78 }, radiusM: 200 } as const

async function aFence(fixture: CompanyFixture, harness: Harness) {
  const { id: deviceId } = await addDevice(harness, fixture)
  const values = { deviceId, name: 'Garden', ...circle.centre, radiusM: 200 }
  const [fence] = await harness.db.insert(fences).values(values).returning({ uuid: fences.uuid })
  return { params: { uuid: fence?.uuid ?? '' } }
}

export const examples: Examples<typeof contract> = {
  deviceFences: { of: 'row', ask: ({ device }) => ({ params: { deviceUuid: device.uuid } }) },
  newFence: {
    of: 'row',
    ask: async (fixture, harness) => ({
      body: { deviceUUID: (await addDevice(harness, fixture)).uuid, name: 'Garden', shape: circle },
    }),
  },
  updateFence: {
    of: 'row',
    ask: async (fixture, harness) => ({ ...(await aFence(fixture, harness)), body: { name: 'Park' } }),
  },
  deleteFence: { of: 'row', ask: aFence },
}
