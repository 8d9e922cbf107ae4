import { bookmarksSince } from '@carewatch/contracts/http/bookmarks'
import { readingsJson } from '@carewatch/contracts/http/exports'
import { type MetricName, MetricName as MetricNames } from '@carewatch/contracts/metrics'
import type { Role } from '@carewatch/contracts/roles'
import { Instant } from '@carewatch/contracts/wire'
import { z } from 'zod'
import { call } from '../../http/call.ts'
import { fetchFile } from '../../http/fetch-file.ts'
import { activeDevice } from '../../session/active-device.ts'
import { loadHappenings } from '../../vitals/happenings.ts'
import { type Mark, marksOf } from '../../vitals/marks.ts'
import type { Point } from '../../vitals/series.ts'
import { isWithin, type Span } from '../../vitals/span.ts'
import { viewerZone } from '../../i18n/zone.ts'
import { weeksUntil } from './weeks.ts'

const Rows = z.array(z.object({ time: Instant, metric: MetricNames, value: z.number() }))

export type Points = Partial<Record<MetricName, Point[]>>
export type Week = { span: Span; points: Points; marks: readonly Mark[] }

/** Every reading, not the extremes that a graph gets: a median of extremes would be wrong. */
async function readingsOf(imei: string, { from, to }: Span): Promise<Points> {
  const { blob } = await fetchFile(readingsJson, { imei, from, to })
  // Safe: the schema decides.
  const rows = z.decode(Rows, JSON.parse(await blob.text()) as never)
  return Object.groupBy(rows, ({ metric }) => metric)
}

/** What the report for the doctor holds of a device, week by week. */
export async function loadReport(
  { device: asked, weeks }: { device?: string | undefined; weeks: number },
  role: Role,
) {
  const { devices, device, detail } = await activeDevice(asked)
  const madeAt = new Date()
  const spans = weeksUntil(madeAt, weeks, device?.timeZone ?? viewerZone())
  const oldest = spans.at(-1)?.from
  if (!device || !detail || !oldest) return { devices, device: null, madeAt, limits: {}, weeks: [] }
  const all = { from: oldest, to: madeAt }
  const { imei } = device
  const [readings, happenings, { bookmarks }] = await Promise.all([
    Promise.all(spans.map((span) => readingsOf(imei, span))),
    loadHappenings({ device, span: all, role }),
    call(bookmarksSince, { params: { imei, time: all.from }, query: {} }),
  ])
  const marks = marksOf(happenings, bookmarks)
  return {
    devices,
    device,
    madeAt,
    limits: detail.limits,
    weeks: spans.map((span, index): Week => ({
      span,
      points: readings[index] ?? {},
      marks: marks.filter(({ at }) => isWithin(at, span)),
    })),
  }
}
