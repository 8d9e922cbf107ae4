import type { Bookmark } from '@carewatch/contracts/http/bookmarks'
import { isMetricName } from '@carewatch/contracts/metrics'
import { permissions } from '@carewatch/contracts/permissions'
import type { Db } from '@carewatch/platform/database/client'
import { bookmarks, devices } from '@carewatch/migrations/schema/devices'
import { eq, sql } from 'drizzle-orm'
import { nameBy } from '../access/name-of.ts'
import { fullName, type Viewer } from '../access/viewer.ts'
import { visibleDevices } from '../access/visible.ts'
import { seen } from '../access/seen.ts'

/** Bookmarks with their author and device, and whether the viewer still sees that; the caller says which. */
export const selectBookmarks = (db: Db, viewer: Viewer) =>
  db
    .select({
      bookmark: bookmarks,
      author: nameBy(bookmarks.userId),
      device: seen(devices),
      isVisible: sql<boolean>`coalesce(${visibleDevices(viewer)}, false)`,
    })
    .from(bookmarks)
    .innerJoin(devices, eq(devices.id, bookmarks.deviceId))
    .$dynamic()

export type BookmarkRow = Awaited<ReturnType<typeof selectBookmarks>>[number]

/** Whoever wrote it, and who manages devices, as long as they see the device. */
export const mayDelete = ({ id, role }: Viewer, { bookmark, isVisible }: BookmarkRow): boolean =>
  isVisible && (bookmark.userId === id || permissions.manageDevices.some((one) => one === role))

export function toBookmark(viewer: Viewer, row: BookmarkRow): Bookmark {
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
