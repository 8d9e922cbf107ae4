import { migrate } from '@carewatch/migrations/migrate'
import { letServicesIn } from '@carewatch/migrations/roles/let-in'
import { TEST_PASSWORDS } from '@carewatch/platform/database/testing'
import { migrateQueues } from '@carewatch/platform/queues'

/** Brings a database of a test to this version's shape, and lets the parts sign in to it as themselves. */
export async function makeReady(databaseUrl: string): Promise<void> {
  await migrate(databaseUrl)
  await migrateQueues({ databaseUrl, redisUrl: undefined })
  await letServicesIn(databaseUrl, TEST_PASSWORDS)
}
