import type { alarms } from '@carewatch/migrations/schema/alarms'
import { type House, raiseAlarm } from './house.ts'
import type { Stand } from './stand.ts'

type Values = Partial<typeof alarms.$inferInsert>

/** Water in the room of this house, or what else the values say, with its notification and task. */
export const raiseRoomAlarm = (stand: Stand, house: House, values: Values = {}) =>
  raiseAlarm(stand, house, {
    deviceId: null,
    roomId: house.room.id,
    kind: 'WATER',
    direction: 'NONE',
    category: 'OPERATIONAL',
    metric: null,
    value: null,
    ...values,
  })
