import type * as contract from '@carewatch/contracts/http/device-changes'
import { uniqueImei } from '@carewatch/migrations/factories'
import { addDevice } from '../testing/house.ts'
import type { Samples } from '../testing/sample.ts'

export const samples: Samples<typeof contract> = {
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
    ask: async (house, stand) => ({
      body: { deviceUUID: (await addDevice(stand, house)).uuid, owner: house.people.OWNER.uuid },
    }),
  },
  deleteOwner: {
    of: 'row',
    ask: async (house, stand) => ({ body: { deviceUUID: (await addDevice(stand, house)).uuid } }),
  },
  setSold: { of: 'row', ask: ({ device }) => ({ body: { deviceUUID: device.uuid, isSold: true } }) },
  resetDevice: {
    of: 'row',
    ask: async (house, stand) => ({ params: { uuid: (await addDevice(stand, house)).uuid } }),
  },
  deviceStatusChange: {
    of: 'row',
    ask: async (house, stand) => ({ body: { uuid: (await addDevice(stand, house)).uuid, isActive: false } }),
  },
  deleteDevice: {
    of: 'row',
    ask: async (house, stand) => ({ params: { uuid: (await addDevice(stand, house)).uuid } }),
  },
}
