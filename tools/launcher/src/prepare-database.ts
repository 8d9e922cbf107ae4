import { migrate } from '@carewatch/migrations/migrate'
import { migrateQueues } from '@carewatch/platform/queues'
import { openDatabase } from './database.ts'
import { dataFolder, type Env } from './env.ts'
import { createFirstAdmin } from './first-admin.ts'
import { step } from './progress.ts'
import { runOnce } from './run-once.ts'
import type { Secrets } from './secrets.ts'

/** The database, up to date and with somebody in it who can sign in. Answers where it is. */
export async function prepareDatabase(
  env: Env,
  secrets: Secrets,
  onOpen: (close: () => Promise<void>) => void,
): Promise<string> {
  const folder = dataFolder(env)
  const url =
    env.DATABASE_URL ??
    (await step('PostgreSQL', async () => {
      const database = await openDatabase(folder, secrets.postgres)
      onOpen(database.stop)
      return database.url
    }))
  await step('Database up to date', async () => {
    await migrate(url)
    await migrateQueues({ databaseUrl: url, redisUrl: env.REDIS_URL })
  })
  if (env.DEMO === false) await createFirstAdmin(url, env)
  else
    await step('Demo company', () =>
      runOnce([process.execPath, 'tools/simulator/src/demo/main.ts'], {
        DATABASE_URL: url,
        DATA_DIR: folder,
      }),
    )
  return url
}
