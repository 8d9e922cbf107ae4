import type * as contract from '@carewatch/contracts/http/audit'
import type { Examples } from '../testing/example.ts'

export const examples: Examples<typeof contract> = {
  auditTrail: { of: 'list', ask: ({ device }) => ({ query: { entityUuid: device.uuid } }) },
}
