import { alertLogs } from '@carewatch/contracts/http/interactions'
import { ROOM_LOOK_BACK_MS } from '@carewatch/contracts/rooms'
import { call } from '../../http/call.ts'
import type { LogSearch } from './search.ts'

/** Further back is refused, and our clock may be a little behind the server's. */
const MARGIN_MS = 60_000

export const loadLogs = (query: LogSearch) => {
  const since = new Date(Date.now() - ROOM_LOOK_BACK_MS + MARGIN_MS)
  return call(alertLogs, { params: { since }, query })
}
