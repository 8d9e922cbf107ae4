import type * as contract from '@carewatch/contracts/http/device-changes'
import { uniqueImei } from '@carewatch/migrations/factories'
import { addDevice } from '../testing/fixtures.ts'
import type { Examples } from '../testing/example.ts'

export const examples: Examples<typeof contract> = {
  updateDevice: {
    of: 'row',
    ask: ({ device }) => ({
      params: { uuid: device.uuid },
      body: { name: 'Watch of Sara', homeLocation: { lat: 32.08, lng: 34.78 } },
    }),
  },
  cloneDevices: {
    of: 'row',
    ask: ({ device }) => ({
      body: {
        uuid: device.uuid,
        devices: [
          { imei: uniqueImei(), imsi: '425010000000002', name: 'One more', mobileNumber: '050-1234567' },
        ],
      },
    }),
  },
  findDevice: { of: 'list', ask: ({ device }) => ({ params: { imei: device.imei } }) },
  deviceChoices: { of: 'list', ask: () => ({ params: { key: 'watch' } }) },
  changeOwner: {
    of: 'row',
    ask: async (fixture, harness) => ({
      body: { deviceUUID: (await addDevice(harness, fixture)).uuid, owner: fixture.people.OWNER.uuid },
    }),
  },
  deleteOwner: {
    of: 'row',
    ask: async (fixture, harness) => ({ body: { deviceUUID: (await addDevice(harness, fixture)).uuid } }),
  },
  setSold: { of: 'row', ask: ({ device }) => ({ body: { deviceUUID: device.uuid, isSold: true } }) },
  resetDevice: {
    of: 'row',
    ask: async (fixture, harness) => ({ params: { uuid: (await addDevice(harness, fixture)).uuid } }),
  },
  deviceStatusChange: {
    of: 'row',
    ask: async (fixture, harness) => ({
      body: { uuid: (await addDevice(harness, fixture)).uuid, isActive: false },
    }),
  },
  deleteDevice: {
    of: 'row',
    ask: async (fixture, harness) => ({ params: { uuid: (await addDevice(harness, fixture)).uuid } }),
  },
}
