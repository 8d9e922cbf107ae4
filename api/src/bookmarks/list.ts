import { type bookmarksSince, MAX_BOOKMARKS } from '@carewatch/contracts/http/bookmarks'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { Db } from '@carewatch/platform/database/client'
import { bookmarks } from '@carewatch/migrations/schema/devices'
import { companies } from '@carewatch/migrations/schema/people'
import type { wearerBookmarks } from '@carewatch/contracts/http/wearer-readings'
import { and, desc, eq, gte, lte, or } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { getVisibleWearer } from '../access/visible-wearer.ts'
import { laterOf } from '../access/worn.ts'
import { AHEAD, lastOf, wornSpans } from '../access/worn-spans.ts'
import { selectBookmarks, toBookmark } from './bookmark-rows.ts'

const NEWEST_FIRST = [desc(bookmarks.at), desc(bookmarks.id)] as const

/** The words that the company of a device offers for its bookmarks. */
async function choicesOf(db: Db, companyId: number | null): Promise<string[]> {
  if (companyId === null) return []
  const [company] = await db
    .select({ values: companies.bookmarkValues })
    .from(companies)
    .where(eq(companies.id, companyId))
  return company?.values ?? []
}

export async function listBookmarks(
  db: Db,
  viewer: Viewer,
  { params, query }: Input<typeof bookmarksSince>,
): Promise<Reply<typeof bookmarksSince>> {
  const device = await getVisibleDevice(db, viewer, { imei: params.imei })
  const until = query.to && lte(bookmarks.at, query.to)
  const from = gte(bookmarks.at, laterOf(params.time, device.shownSince))
  const [rows, choices] = await Promise.all([
    selectBookmarks(db, viewer)
      .where(and(eq(bookmarks.deviceId, device.id), from, until))
      .orderBy(...NEWEST_FIRST)
      .limit(MAX_BOOKMARKS),
    choicesOf(db, device.companyId),
  ])
  return { bookmarks: rows.map((row) => toBookmark(viewer, row)).toReversed(), choices }
}

/** What was noted of a person over everything they wore, as far as the viewer may see it. */
export async function listWearerBookmarks(
  db: Db,
  viewer: Viewer,
  { params, query }: Input<typeof wearerBookmarks>,
): Promise<Reply<typeof wearerBookmarks>> {
  const wearer = await getVisibleWearer(db, viewer, params.uuid)
  const to = query.to ?? AHEAD
  const spans = await wornSpans(db, viewer, { wearerId: wearer.id, from: params.time, to })
  if (spans.length === 0) return { bookmarks: [] }
  const which = spans.map((span) =>
    and(
      eq(bookmarks.deviceId, span.deviceId),
      gte(bookmarks.at, span.from),
      lte(bookmarks.at, lastOf(span, to)),
    ),
  )
  // As itself: a watch that another company has by now takes nothing of them along.
  // unscoped: of the times in which they wore each device, as far as the viewer may see them
  const rows = await asItself(db, () =>
    selectBookmarks(db, viewer)
      .where(or(...which))
      .orderBy(...NEWEST_FIRST)
      .limit(MAX_BOOKMARKS),
  )
  return { bookmarks: rows.map((row) => toBookmark(viewer, row)).toReversed() }
}
