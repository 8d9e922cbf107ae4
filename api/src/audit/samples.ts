import type * as contract from '@carewatch/contracts/http/audit'
import type { Samples } from '../testing/sample.ts'

export const samples: Samples<typeof contract> = {
  auditTrail: { of: 'list', ask: ({ device }) => ({ query: { entityUuid: device.uuid } }) },
}
