import { bookmarksSince } from '@carewatch/contracts/http/bookmarks'
import { type GraphRange, graphRanges } from '@carewatch/contracts/numbers'
import type { Role } from '@carewatch/contracts/roles'
import { call } from '../../http/call.ts'
import { activeDevice } from '../../session/active-device.ts'
import { loadHappenings } from '../../vitals/happenings.ts'
import { type History, loadHistory } from '../../vitals/history.ts'

const NO_HISTORY: History = { points: {}, spanMs: 0, worthless: {} }

/** What the graphs of a device show of a range that ends now. */
export async function loadMonitoring(
  { device: asked, range }: { device: string | undefined; range: GraphRange },
  role: Role,
) {
  const to = new Date()
  const whole = { from: new Date(to.getTime() - graphRanges[range] * 3_600_000), to }
  const { devices, device, detail } = await activeDevice(asked)
  if (!device || !detail) {
    return {
      devices,
      device: null,
      whole,
      limits: {},
      history: NO_HISTORY,
      happenings: [],
      bookmarks: [],
      choices: [],
    }
  }
  const { imei } = device
  const [history, happenings, { bookmarks, choices }] = await Promise.all([
    loadHistory(imei, whole),
    loadHappenings({ of: { device }, span: whole, role }),
    call(bookmarksSince, { params: { imei, time: whole.from }, query: {} }),
  ])
  return { devices, device, whole, limits: detail.limits, history, happenings, bookmarks, choices }
}
