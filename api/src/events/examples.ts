import type * as contract from '@carewatch/contracts/http/events'
import type { Examples } from '../testing/example.ts'
import { cursorOf } from './cursor.ts'

export const examples: Examples<typeof contract> = {
  eventsAfter: {
    of: 'list',
    ask: () => ({ query: { after: cursorOf({ position: 0, at: new Date() }), size: 20 } }),
  },
}
