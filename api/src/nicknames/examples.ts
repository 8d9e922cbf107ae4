import type * as contract from '@carewatch/contracts/http/nicknames'
import type { Examples } from '../testing/example.ts'

export const examples: Examples<typeof contract> = {
  setNickname: { of: 'row', ask: ({ wearer }) => ({ body: { wearerUUID: wearer.uuid, nickname: 'Mum' } }) },
}
