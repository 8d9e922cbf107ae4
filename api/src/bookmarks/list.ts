import { type bookmarksSince, MAX_BOOKMARKS } from '@carewatch/contracts/http/bookmarks'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import { bookmarks } from '@carewatch/migrations/schema/devices'
import { companies } from '@carewatch/migrations/schema/people'
import { and, desc, eq, gte, lte } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { laterOf } from '../access/worn.ts'
import { selectBookmarks, toBookmark } from './bookmark-rows.ts'

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
  const [rows, choices] = await Promise.all([
    selectBookmarks(db)
      .where(
        and(
          eq(bookmarks.deviceId, device.id),
          gte(bookmarks.at, laterOf(params.time, device.shownSince)),
          until,
        ),
      )
      .orderBy(desc(bookmarks.at), desc(bookmarks.id))
      .limit(MAX_BOOKMARKS),
    choicesOf(db, device.companyId),
  ])
  return { bookmarks: rows.map((row) => toBookmark(viewer, row)).toReversed(), choices }
}
