import type * as contract from '@carewatch/contracts/http/alarms'
import { addDevice, type House, raiseAlarm } from '../testing/house.ts'
import type { Samples } from '../testing/sample.ts'
import type { Stand } from '../testing/stand.ts'

type Values = Parameters<typeof raiseAlarm>[2]

const fresh = async (house: House, stand: Stand, values?: Values) => {
  const { alarm } = await raiseAlarm(stand, { ...house, device: await addDevice(stand, house) }, values)
  return { params: { uuid: alarm.uuid } }
}

export const samples: Samples<typeof contract> = {
  allAlarms: { of: 'row', ask: ({ device }) => ({ query: { device: device.uuid } }) },
  alarmDetail: { of: 'row', ask: fresh },
  acknowledgeAlarm: { of: 'row', ask: fresh },
  snoozeAlarm: {
    of: 'row',
    ask: async (house, stand) => ({ ...(await fresh(house, stand)), body: { minutes: 15 } }),
  },
  closeAlarm: {
    of: 'row',
    ask: async (house, stand) => ({ ...(await fresh(house, stand)), body: { cause: 'HELPED' } }),
  },
  commentAlarm: {
    of: 'row',
    ask: async (house, stand) => ({ ...(await fresh(house, stand)), body: { note: 'She sleeps' } }),
  },
  cancelAlarm: {
    of: 'row',
    ask: (house, stand) => fresh(house, stand, { kind: 'FALL', direction: 'NONE', latched: true }),
  },
}
