import type * as contract from '@carewatch/contracts/http/device-set-up'
import type { Examples } from '../../testing/example.ts'

export const examples: Examples<typeof contract> = {
  deviceSetUp: { of: 'row', ask: ({ device }) => ({ params: { uuid: device.uuid } }) },
  // Where nothing is set up, nothing is sent.
  sendSetUpSms: {
    of: 'row',
    ask: ({ device }) => ({ params: { uuid: device.uuid }, body: { password: '123456' } }),
    status: 409,
  },
}
