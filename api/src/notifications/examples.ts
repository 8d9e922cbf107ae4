import type * as contract from '@carewatch/contracts/http/notifications'
import { addDevice, raiseAlarm } from '../testing/fixtures.ts'
import type { Examples } from '../testing/example.ts'

export const examples: Examples<typeof contract> = {
  notificationsAfter: {
    of: 'row',
    ask: ({ device }) => ({ params: { time: '0' }, query: { imei: device.imei } }),
  },
  allNotifications: { of: 'row', ask: ({ device }) => ({ query: { imei: device.imei } }) },
  acknowledgeNotifications: {
    of: 'row',
    ask: async (fixture, harness) => {
      const device = await addDevice(harness, fixture)
      await raiseAlarm(harness, { ...fixture, device })
      return { params: { imei: device.imei } }
    },
  },
}
