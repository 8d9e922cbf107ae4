import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openRelational } from '@carewatch/platform/database/client'
import type { Db } from '@carewatch/platform/database/client'
import { borrowDatabase } from '@carewatch/launcher/database'
import { dataFolder, type Env, readEnv } from '@carewatch/launcher/env'
import { readSecrets } from '@carewatch/launcher/secrets'

export type Installation = { env: Env; folder: string; url: string; db: Db }

/**
 * The installation that the environment describes, as `start` would find it: its database is started for the while where it does not run.
 * `isNew`: there may be none yet, and one is made.
 */
export async function withInstallation<T>(
  work: (installation: Installation) => Promise<T>,
  { isNew = false } = {},
): Promise<T> {
  const env = readEnv()
  const folder = dataFolder(env)
  if (!isNew && !env.DATABASE_URL && !existsSync(join(folder, 'secrets.json')))
    throw new Error(`Nothing is installed in ${folder}: set DATA_DIR or DATABASE_URL, or start it first.`)
  const { url, close } = env.DATABASE_URL
    ? { url: env.DATABASE_URL, close: async () => {} }
    : await borrowDatabase(folder, readSecrets(folder))
  const { db, close: closeDb } = openRelational(url, 2)
  try {
    return await work({ env, folder, url, db })
  } finally {
    await closeDb()
    await close()
  }
}
