import type * as contract from '@carewatch/contracts/http/device-commands'
import type { Examples } from '../../testing/example.ts'

export const examples: Examples<typeof contract> = {
  panicMode: { of: 'row', ask: ({ device }) => ({ body: { deviceUUID: device.uuid, on: true } }) },
  sendSignal: { of: 'row', ask: ({ device }) => ({ body: { deviceUUID: device.uuid, kind: 'FIND' } }) },
  deviceCommands: { of: 'row', ask: ({ device }) => ({ params: { uuid: device.uuid } }) },
}
