import type * as limits from '@carewatch/contracts/http/device-limits'
import type * as contract from '@carewatch/contracts/http/device-settings'
import type { Examples } from '../../testing/example.ts'

export const examples: Examples<typeof contract & typeof limits> = {
  configureDevice: {
    of: 'row',
    ask: ({ device }) => ({
      body: {
        deviceUUID: device.uuid,
        heartRateLow: 52,
        heartRateHigh: 118,
        temperatureHigh: 37.8,
        sosContacts: [{ name: 'Rita', number: '050-1234567' }],
        reminders: [{ kind: 'WATER', hour: 9, minute: 30, days: [0, 3], intervalMinutes: 120 }],
        fallSensitivity: 'HIGH',
      },
    }),
  },
  deviceSettings: { of: 'row', ask: ({ device }) => ({ params: { uuid: device.uuid } }) },
  settingsHistory: { of: 'row', ask: ({ device }) => ({ params: { uuid: device.uuid } }) },
  usualDay: { of: 'row', ask: ({ device }) => ({ params: { uuid: device.uuid } }) },
  tryLimits: {
    of: 'row',
    traceless: true,
    ask: ({ device }) => ({
      params: { uuid: device.uuid },
      body: { metric: 'heartRate', limits: { low: 50, high: 110 }, days: 14 },
    }),
  },
  tryBranchLimits: {
    of: 'row',
    traceless: true,
    ask: ({ branch }) => ({
      params: { uuid: branch.uuid },
      body: { metric: 'heartRate', limits: { low: 50, high: 110 }, days: 14 },
    }),
  },
  tryCompanyLimits: {
    of: 'row',
    traceless: true,
    ask: ({ company }) => ({
      params: { uuid: company.uuid },
      body: { metric: 'heartRate', limits: { low: 50, high: 110 }, days: 14 },
    }),
  },
}
