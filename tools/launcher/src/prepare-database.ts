import { migrate } from '@carewatch/migrations/migrate'
import pc from 'picocolors'
import { migrateQueues } from '@carewatch/platform/queues'
import { openDatabase } from './database.ts'
import { dataFolder, type Env } from './env.ts'
import { createFirstAdmin } from './first-admin.ts'
import { allowAccounts, allowFiles } from './production/allow-start.ts'
import { step } from './progress.ts'
import { runOnce } from './run-once.ts'
import type { Secrets } from './secrets.ts'
import { letPartsIn, type ServiceUrls } from './service-urls.ts'

/** The database, up to date and with somebody in it who can sign in. Answers where it is, for its owner and for each part. */
export async function prepareDatabase(
  env: Env,
  secrets: Secrets,
  onOpen: (close: () => Promise<void>) => void,
): Promise<{ databaseUrl: string; serviceUrls: ServiceUrls }> {
  const folder = dataFolder(env)
  allowFiles(env, folder)
  const url =
    env.DATABASE_URL ??
    (await step('PostgreSQL', async () => {
      const database = await openDatabase(folder, secrets)
      onOpen(database.stop)
      return database.url
    }))
  const serviceUrls = await step('Database up to date', async () => {
    // A database of ours is asked by the parts that this process starts, and they do not run yet.
    await migrate(url, { isAlone: env.DATABASE_URL === undefined })
    await migrateQueues({ databaseUrl: url, redisUrl: env.REDIS_URL })
    return letPartsIn(env, secrets, url)
  })
  if (env.DEMO === false) {
    await allowAccounts(env, url)
    const notice = await createFirstAdmin(url, env)
    if (notice !== undefined) console.log(`  ${pc.yellow('!')} ${notice}`)
  } else {
    await step('Demo company', () =>
      runOnce([process.execPath, 'tools/simulator/src/demo/main.ts'], {
        DATABASE_URL: url,
        DATA_DIR: folder,
      }),
    )
    await allowAccounts(env, url)
  }
  return { databaseUrl: url, serviceUrls }
}
