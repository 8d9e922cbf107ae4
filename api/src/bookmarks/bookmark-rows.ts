import type { Bookmark } from '@carewatch/contracts/http/bookmarks'
import { isMetricName } from '@carewatch/contracts/metrics'
import { permissions } from '@carewatch/contracts/permissions'
import type { Db } from '@carewatch/platform/database/client'
import { bookmarks, devices } from '@carewatch/migrations/schema/devices'
import { eq } from 'drizzle-orm'
import { nameBy } from '../access/name-of.ts'
import { fullName, type Viewer } from '../access/viewer.ts'
import { seen } from '../access/seen.ts'

/** Bookmarks with their author and device; the caller says which. */
export const selectBookmarks = (db: Db) =>
  db
    .select({ bookmark: bookmarks, author: nameBy(bookmarks.userId), device: seen(devices) })
    .from(bookmarks)
    .innerJoin(devices, eq(devices.id, bookmarks.deviceId))
    .$dynamic()

export type BookmarkRow = Awaited<ReturnType<typeof selectBookmarks>>[number]

/** Whoever wrote it, and who manages devices. */
export const mayDelete = ({ id, role }: Viewer, { bookmark }: Pick<BookmarkRow, 'bookmark'>): boolean =>
  bookmark.userId === id || permissions.manageDevices.some((one) => one === role)

export function toBookmark(viewer: Viewer, row: Pick<BookmarkRow, 'bookmark' | 'author'>): Bookmark {
  const { uuid, at, metric, label } = row.bookmark
  return {
    uuid,
    time: at,
    metric: metric !== null && isMetricName(metric) ? metric : null,
    label,
    by: fullName(row.author),
    mayDelete: mayDelete(viewer, row),
  }
}
