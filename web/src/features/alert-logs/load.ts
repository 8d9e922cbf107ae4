import { alertLogs } from '@carewatch/contracts/http/interactions'
import { ROOM_LOOK_BACK_MS } from '@carewatch/contracts/rooms'
import { Uuid } from '@carewatch/contracts/wire'
import { z } from 'zod'
import { call } from '../../http/call.ts'
import { listSearch } from '../../ui/list/search.ts'

/** The place in the alert logs, as it stands in their address. */
export const LogSearch = z.object({
  ...listSearch,
  branchUuid: Uuid.optional().catch(undefined),
  roomUuid: Uuid.optional().catch(undefined),
})
export type LogSearch = z.output<typeof LogSearch>

/** Further back is refused, and our clock may be a little behind the server's. */
const MARGIN_MS = 60_000

export const loadLogs = (query: LogSearch) => {
  const since = new Date(Date.now() - ROOM_LOOK_BACK_MS + MARGIN_MS)
  return call(alertLogs, { params: { since }, query })
}
