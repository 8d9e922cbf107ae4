import type * as contract from '@carewatch/contracts/http/devices'
import { uniqueImei } from '@carewatch/migrations/factories'
import type { Examples } from '../testing/example.ts'

const aDevice = {
  imsi: '425010000000001',
  name: "Grandmother's watch",
  deviceModel: 'native',
}

export const examples: Examples<typeof contract> = {
  allDevices: { of: 'list', ask: () => ({ query: { search: 'Watch' } }) },
  ownedDevices: { of: 'list', ask: () => ({}) },
  devicesOwnedBy: { of: 'row', ask: ({ people }) => ({ params: { uuid: people.OWNER.uuid } }) },
  deviceDetail: { of: 'row', ask: ({ device }) => ({ params: { uuid: device.uuid } }) },
  newDevice: {
    of: 'row',
    ask: ({ branch }) => ({ body: { ...aDevice, imei: uniqueImei(), branchId: branch.uuid } }),
  },
  rotateCredentials: { of: 'row', ask: ({ device }) => ({ params: { uuid: device.uuid } }) },
  rejectedMessages: { of: 'row', ask: ({ device }) => ({ params: { uuid: device.uuid } }) },
  unregisteredDevices: { of: 'list', ask: () => ({}) },
}
