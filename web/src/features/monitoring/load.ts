import { bookmarksSince } from '@carewatch/contracts/http/bookmarks'
import { usualDay } from '@carewatch/contracts/http/device-limits'
import { graphs } from '@carewatch/contracts/measurements'
import type { GraphRange } from '@carewatch/contracts/numbers'
import type { Role } from '@carewatch/contracts/roles'
import { call } from '../../http/call.ts'
import { orOffline, orWithout } from '../../http/or-nothing.ts'
import { viewerZone } from '../../i18n/zone.ts'
import { mayCall } from '../../session/may.ts'
import { activeDevice } from '../../session/active-device.ts'
import { loadHappenings } from '../../vitals/happenings.ts'
import { counted, type History, loadHistory } from '../../vitals/history.ts'
import { isWithin, type Span } from '../../vitals/span.ts'
import { fortnightTo, weeksOf, type Weeks } from '../../vitals/week.ts'
import { periodOf } from './period.ts'

const NO_HISTORY: History = { points: {}, spanMs: 0, worthless: {} }

type Shown = { range: GraphRange; back: number; whole: Span; zone: string }

/** A week beside the one before it; of no other range. */
async function loadWeeks(imei: string, { range, back, whole, zone }: Shown): Promise<Weeks> {
  if (range !== '1w') return {}
  const midnights = fortnightTo(whole, zone)
  const [from, to] = [midnights[0] ?? whole.from, midnights.at(-1) ?? whole.to]
  const compared = graphs.filter(({ name }) => name === 'steps' || name === 'sleep')
  const fortnight = await orWithout(loadHistory(imei, { from, to }, compared))
  if (!fortnight) return {}
  return { ...weeksOf(counted(fortnight), midnights, zone), isUntilYesterday: back === 0 }
}

const NO_WEEKS: Weeks = {}

/** What the graphs of a device show of a range that ends now, or of one before it. Without a network the last day is still there, without what happened in it. */
export async function loadMonitoring(
  { device: asked, range, back }: { device: string | undefined; range: GraphRange; back: number },
  role: Role,
) {
  const { devices, device, detail } = await activeDevice(asked)
  const zone = device?.timeZone ?? viewerZone()
  const whole = periodOf(range, back, { now: new Date(), zone })
  if (!device || !detail) {
    return {
      devices,
      device: null,
      whole,
      limits: {},
      usual: undefined,
      history: NO_HISTORY,
      weeks: NO_WEEKS,
      happenings: [],
      bookmarks: [],
      choices: [],
    }
  }
  const { imei } = device
  const [history, weeks, happenings, noted, usual] = await Promise.all([
    loadHistory(imei, whole),
    loadWeeks(imei, { range, back, whole, zone }),
    orOffline(loadHappenings({ of: { device }, span: whole, role })),
    orOffline(call(bookmarksSince, { params: { imei, time: whole.from }, query: {} })),
    mayCall(usualDay, role) ? orWithout(call(usualDay, { params: { uuid: device.uuid } })) : null,
  ])
  return {
    devices,
    device,
    whole,
    limits: detail.limits,
    usual: usual?.metrics,
    history,
    weeks,
    happenings: happenings ?? [],
    bookmarks: (noted?.bookmarks ?? []).filter(({ time }) => isWithin(time, whole)),
    choices: noted?.choices ?? [],
  }
}
