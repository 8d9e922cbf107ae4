import type { Device } from '@carewatch/contracts/http/devices'
import { wearerBookmarks, wearerOverview } from '@carewatch/contracts/http/wearer-readings'
import type { VitalOverview } from '@carewatch/contracts/http/readings'
import type { Wearer } from '@carewatch/contracts/http/wearers'
import type { MetricName } from '@carewatch/contracts/metrics'
import type { Role } from '@carewatch/contracts/roles'
import { call } from '../../http/call.ts'
import { viewerZone } from '../../i18n/zone.ts'
import type { Sides } from '../../vitals/bounds.ts'
import { loadHappenings } from '../../vitals/happenings.ts'
import { type History, loadWearerHistory } from '../../vitals/history.ts'
import { type Change, type Mark, marksOf } from '../../vitals/marks.ts'
import { isWithin, type Span } from '../../vitals/span.ts'
import type { PersonSearch } from './page-search.ts'
import { spanOf } from './span.ts'

export type Vitals = {
  whole: Span
  zone: string
  overview: readonly VitalOverview[]
  history: History
  limits: Partial<Record<MetricName, Sides>>
  marks: readonly Mark[]
}
type Assignment = { uuid: string; startedAt: Date; device: { name: string }; state: string }
type Asked = {
  wearer: Wearer
  devices: readonly Device[]
  assignments: readonly Assignment[]
  search: PersonSearch
  role: Role
}

const changesIn = (assignments: readonly Assignment[], whole: Span): Change[] =>
  assignments
    .filter(({ startedAt, state }) => state !== 'PLANNED' && isWithin(startedAt, whole))
    .map(({ uuid, startedAt, device }) => ({ uuid, at: startedAt, name: device.name }))

/** What the vitals of a person show of some days, over everything they wore. */
export async function loadVitals({ wearer, devices, assignments, search, role }: Asked): Promise<Vitals> {
  const zone = devices.find(({ timeZone }) => timeZone !== null)?.timeZone ?? viewerZone()
  const whole = spanOf(search, new Date(), zone)
  const { uuid } = wearer
  const [{ overview }, history, happenings, { bookmarks }] = await Promise.all([
    call(wearerOverview, { params: { uuid } }),
    loadWearerHistory(uuid, whole),
    loadHappenings({ of: { wearer }, span: whole, role }),
    call(wearerBookmarks, { params: { uuid, time: whole.from }, query: { to: whole.to } }),
  ])
  return {
    whole,
    zone,
    overview,
    history,
    limits: Object.fromEntries(overview.map(({ metric, limits }) => [metric, limits])),
    marks: marksOf(happenings, bookmarks, changesIn(assignments, whole)),
  }
}
