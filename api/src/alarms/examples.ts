import type * as contract from '@carewatch/contracts/http/alarms'
import { addDevice, type CompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import type { Examples } from '../testing/example.ts'
import type { Harness } from '../testing/harness.ts'

type Values = Parameters<typeof raiseAlarm>[2]

const fresh = async (fixture: CompanyFixture, harness: Harness, values?: Values) => {
  const { alarm } = await raiseAlarm(
    harness,
    { ...fixture, device: await addDevice(harness, fixture) },
    values,
  )
  return { params: { uuid: alarm.uuid } }
}

export const examples: Examples<typeof contract> = {
  allAlarms: { of: 'row', ask: ({ device }) => ({ query: { device: device.uuid } }) },
  alarmDetail: { of: 'row', ask: fresh },
  atBedside: { of: 'row', ask: fresh },
  acknowledgeAlarm: { of: 'row', ask: fresh },
  snoozeAlarm: {
    of: 'row',
    ask: async (fixture, harness) => ({ ...(await fresh(fixture, harness)), body: { minutes: 15 } }),
  },
  closeAlarm: {
    of: 'row',
    ask: async (fixture, harness) => ({ ...(await fresh(fixture, harness)), body: { cause: 'HELPED' } }),
  },
  commentAlarm: {
    of: 'row',
    ask: async (fixture, harness) => ({ ...(await fresh(fixture, harness)), body: { note: 'She sleeps' } }),
  },
  cancelAlarm: {
    of: 'row',
    ask: (fixture, harness) => fresh(fixture, harness, { kind: 'FALL', direction: 'NONE', latched: true }),
  },
}
