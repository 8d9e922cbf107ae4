import { type Bookmark, bookmarksSince } from '@carewatch/contracts/http/bookmarks'
import { type Device, deviceDetail } from '@carewatch/contracts/http/devices'
import { readingsJson } from '@carewatch/contracts/http/exports'
import { wearerBookmarks, wearerOverview } from '@carewatch/contracts/http/wearer-readings'
import { wearerAssignments, wearerDetail } from '@carewatch/contracts/http/wearers'
import { type MetricName, MetricName as MetricNames } from '@carewatch/contracts/metrics'
import type { Role } from '@carewatch/contracts/roles'
import type { WearerSummary } from '@carewatch/contracts/wearers'
import { Instant } from '@carewatch/contracts/wire'
import { z } from 'zod'
import { call } from '../../http/call.ts'
import { fetchFile } from '../../http/fetch-file.ts'
import { orNothing } from '../../http/or-nothing.ts'
import { activeDevice } from '../../session/active-device.ts'
import { wornBy } from '../../ui/people/place-name.ts'
import type { Sides } from '../../vitals/bounds.ts'
import { type HappenedTo, loadHappenings } from '../../vitals/happenings.ts'
import { type History, loadHistory, loadWearerHistory } from '../../vitals/history.ts'
import { type Mark, marksOf } from '../../vitals/marks.ts'
import type { Point } from '../../vitals/series.ts'
import { isWithin, type Span } from '../../vitals/span.ts'
import { wearerSubject } from '../../vitals/subject.ts'
import { viewerZone } from '../../i18n/zone.ts'
import { weeksUntil, type Worn, wornIn } from './weeks.ts'

const Rows = z.array(z.object({ time: Instant, metric: MetricNames, value: z.number() }))

export type Points = Partial<Record<MetricName, Point[]>>
export type Week = Pick<History, 'worthless'> & {
  span: Span
  points: Points
  marks: readonly Mark[]
  imeis: readonly string[]
}

/** Of whom the report is: who wears a device now, or a person over everything they wore. */
export type ReportOf = {
  name: string
  wearer: WearerSummary | null
  /** Who is responsible. */
  owner: string | null
  branch: string | null
  expectedIntervalMs: number
  zone: string | null
}
type Report = {
  of: ReportOf | null
  limits: Partial<Record<MetricName, Sides>>
  madeAt: Date
  weeks: Week[]
}
type Source = {
  of: ReportOf
  worn: readonly Worn[]
  limits: Report['limits']
  /** By whom or what the file of readings is asked for. */
  query: { imei: string } | { wearerUUID: string }
  happened: HappenedTo
}

/** Every reading, not the extremes that a graph gets: a median of extremes would be wrong. */
async function readingsOf(query: Source['query'], { from, to }: Span): Promise<Points> {
  const { blob } = await fetchFile(readingsJson, { ...query, from, to })
  // Safe: the schema decides.
  const rows = z.decode(Rows, JSON.parse(await blob.text()) as never)
  // The readings of a person come device by device.
  const inTime = rows.toSorted((one, other) => one.time.getTime() - other.time.getTime())
  return Object.groupBy(inTime, ({ metric }) => metric)
}

async function bookmarksOf(happened: HappenedTo, time: Date): Promise<Bookmark[]> {
  const { bookmarks } =
    'device' in happened
      ? await call(bookmarksSince, { params: { imei: happened.device.imei, time }, query: {} })
      : await call(wearerBookmarks, { params: { uuid: happened.wearer.uuid, time }, query: {} })
  return bookmarks
}

/** One after the other: the interface makes few files for one person at the same time. */
async function readingsIn(query: Source['query'], spans: readonly Span[]): Promise<Points[]> {
  const weeks: Points[] = []
  for (const span of spans) weeks.push(await readingsOf(query, span))
  return weeks
}

async function reportOf(source: Source, count: number, role: Role): Promise<Report> {
  const { of, worn, limits, query, happened } = source
  const madeAt = new Date()
  const spans = weeksUntil(madeAt, count, of.zone ?? viewerZone())
  const all = { from: spans.at(-1)?.from ?? madeAt, to: madeAt }
  const [readings, happenings, bookmarks, { worthless }] = await Promise.all([
    readingsIn(query, spans),
    loadHappenings({ of: happened, span: all, role }),
    bookmarksOf(happened, all.from),
    'imei' in query ? loadHistory(query.imei, all) : loadWearerHistory(query.wearerUUID, all),
  ])
  const marks = marksOf(happenings, bookmarks)
  const weeks = spans.map((span, index): Week => ({
    span,
    points: readings[index] ?? {},
    worthless,
    marks: marks.filter(({ at }) => isWithin(at, span)),
    imeis: wornIn(worn, span),
  }))
  return { of, limits, madeAt, weeks }
}

const branchOf = ({ branch, company }: Pick<Device, 'branch' | 'company'>): string | null =>
  branch?.name ?? company?.name ?? null

const deviceSource = (device: Device, limits: Report['limits']): Source => ({
  of: {
    name: wornBy(device),
    wearer: device.wearer,
    owner: device.ownerName,
    branch: branchOf(device),
    expectedIntervalMs: device.expectedIntervalMs,
    zone: device.timeZone,
  },
  worn: [{ imei: device.imei, from: new Date(0), to: null }],
  limits,
  query: { imei: device.imei },
  happened: { device },
})

async function personSource(uuid: string): Promise<Source> {
  const [{ wearer }, { overview }, { assignments }] = await Promise.all([
    call(wearerDetail, { params: { uuid } }),
    call(wearerOverview, { params: { uuid } }),
    call(wearerAssignments, { params: { uuid } }),
  ])
  const details = await Promise.all(
    wearer.devices.map((worn) => orNothing(call(deviceDetail, { params: { uuid: worn.uuid } }))),
  )
  const devices = details.flatMap((detail) => detail?.device ?? [])
  const name = `${wearer.firstName} ${wearer.lastName}`.trim()
  const { imageUrl, status, room, bed } = wearer
  return {
    of: {
      name,
      wearer: { uuid, name, room: room?.name ?? null, bed, imageUrl, status },
      owner: devices.find(({ ownerName }) => ownerName)?.ownerName ?? null,
      branch: branchOf(wearer),
      expectedIntervalMs: wearerSubject(wearer, devices).expectedIntervalMs,
      zone: devices.find(({ timeZone }) => timeZone !== null)?.timeZone ?? null,
    },
    worn: assignments.map(({ device, startedAt, endedAt }) => ({
      imei: device.imei,
      from: startedAt,
      to: endedAt,
    })),
    limits: Object.fromEntries(overview.map(({ metric, limits }) => [metric, limits])),
    query: { wearerUUID: uuid },
    happened: { wearer },
  }
}

type Asked = { device?: string | undefined; person?: string | undefined; weeks: number }

/** What the report for the doctor holds, week by week; with the devices to choose from, where it is one's. */
export async function loadReport({ device: asked, person, weeks }: Asked, role: Role) {
  if (person)
    return { devices: [], device: null, ...(await reportOf(await personSource(person), weeks, role)) }
  const { devices, device, detail } = await activeDevice(asked)
  if (!device || !detail)
    return { devices, device: null, of: null, limits: {}, madeAt: new Date(), weeks: [] }
  return { devices, device, ...(await reportOf(deviceSource(device, detail.limits), weeks, role)) }
}
