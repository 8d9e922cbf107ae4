import type { testChannel as contract } from '@carewatch/contracts/http/channels'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { deliveries } from '@carewatch/migrations/schema/alarms'
import { sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { channelsOf } from './own.ts'

/** Queues a message to oneself, which goes the whole way of an alarm's. */
export async function testOwnChannel(
  db: Db,
  viewer: Viewer,
  { body: { channel } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const own = (await channelsOf(db, viewer)).find((one) => one.channel === channel)
  if (own?.gap !== null) throw new Refusal('conflict', 'channelGap')
  // Pressed twice at once, one of them is enough.
  const test = db.insert(deliveries).values({
    userId: viewer.id,
    channel,
    test: sql`(select coalesce(max(${deliveries.test}), 0) + 1 from ${deliveries} where ${deliveries.userId} = ${viewer.id})`,
    nextAt: sql`date_trunc('milliseconds', now())`,
  })
  await test.onConflictDoNothing()
  return { channels: await channelsOf(db, viewer) }
}
