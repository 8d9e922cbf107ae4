import type { alarms } from '@carewatch/migrations/schema/alarms'
import { type CompanyFixture, raiseAlarm } from './fixtures.ts'
import type { Harness } from './harness.ts'

type Values = Partial<typeof alarms.$inferInsert>

/** Water in the room of this house, or what else the values say, with its notification and task. */
export const raiseRoomAlarm = (harness: Harness, fixture: CompanyFixture, values: Values = {}) =>
  raiseAlarm(harness, fixture, {
    deviceId: null,
    roomId: fixture.room.id,
    kind: 'WATER',
    direction: 'NONE',
    category: 'OPERATIONAL',
    metric: null,
    value: null,
    ...values,
  })
