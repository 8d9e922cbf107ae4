import { TRIED_MAX, type unreadReadable } from '@carewatch/contracts/http/unread-messages'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { isOldCall, type KeptMessage, readKept } from '@carewatch/devices/registry/kept-messages'
import { devices } from '@carewatch/migrations/schema/devices'
import { rejectedMessages as kept } from '@carewatch/migrations/schema/readings'
import { asItself } from '@carewatch/platform/database/as-itself'
import { setImmediate } from 'node:timers/promises'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { Viewer } from '../../access/viewer.ts'
import { isLike, isVisible, keptMessages } from './alike.ts'
import { findAlike } from './find-alike.ts'

const AT_ONCE = 200
/** So many are read one after the other, and others are answered between. */
const BETWEEN = 20

type Row = KeptMessage & { id: number }

/** How many messages that are counted together with this one `admin messages replay` would read now, of the newest. */
export async function countReadable(
  db: Db,
  viewer: Viewer,
  { message }: Input<typeof unreadReadable>['params'],
): Promise<Reply<typeof unreadReadable>> {
  return asItself(db, async () => {
    const group = await findAlike(db, viewer, message)
    const counted = { tried: 0, readable: 0, calls: 0 }
    const now = Date.now()
    let before = Number.MAX_SAFE_INTEGER
    while (counted.tried < TRIED_MAX) {
      // As the command chooses them: of what is switched off, or refused for another reason, it reads nothing.
      const isTried = and(
        isLike(group),
        isVisible(viewer),
        eq(kept.reason, 'unknownMessage'),
        eq(devices.isActive, true),
        lt(kept.id, before),
      )
      const { rows } = await db.execute<Row>(sql`
        select ${kept.id}::float8 as id, ${kept.topic} as topic, ${kept.payload} as payload,
          (extract(epoch from ${kept.receivedAt}) * 1000)::float8 as "receivedAt"
        from ${keptMessages} where ${isTried} order by ${kept.id} desc limit ${AT_ONCE}`)
      for (const [index, row] of rows.entries()) {
        if (index % BETWEEN === 0) await setImmediate()
        const decoded = readKept(row)
        counted.tried++
        if (!decoded) continue
        counted.readable++
        if (isOldCall(decoded, now)) counted.calls++
      }
      before = rows.at(-1)?.id ?? 0
      if (rows.length < AT_ONCE) break
    }
    return counted
  })
}
