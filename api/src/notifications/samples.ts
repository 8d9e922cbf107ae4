import type * as contract from '@carewatch/contracts/http/notifications'
import { addDevice, raiseAlarm } from '../testing/house.ts'
import type { Samples } from '../testing/sample.ts'

export const samples: Samples<typeof contract> = {
  notificationsAfter: {
    of: 'row',
    ask: ({ device }) => ({ params: { time: '0' }, query: { imei: device.imei } }),
  },
  allNotifications: { of: 'row', ask: ({ device }) => ({ query: { imei: device.imei } }) },
  acknowledgeNotifications: {
    of: 'row',
    ask: async (house, stand) => {
      const device = await addDevice(stand, house)
      await raiseAlarm(stand, { ...house, device })
      return { params: { imei: device.imei } }
    },
  },
}
