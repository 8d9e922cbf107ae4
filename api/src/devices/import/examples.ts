import type * as contract from '@carewatch/contracts/http/device-import'
import { uniqueImei } from '@carewatch/migrations/factories'
import type { Examples } from '../../testing/example.ts'

export const examples: Examples<typeof contract> = {
  importDevices: {
    of: 'list',
    ask: () => ({
      body: {
        rows: [{ imei: uniqueImei(), imsi: '425010000000002', name: 'Room 12', deviceModel: 'native' }],
        apply: true,
      },
    }),
  },
}
