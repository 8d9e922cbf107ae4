import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '@carewatch/launcher/embedded-postgres/embedded-postgres'
import { makeReady } from '@carewatch/launcher/testing/ready-database'
import { systemFolder } from '@carewatch/launcher/embedded-postgres/reachable-binaries'
import { DATABASE_SETTINGS } from '@carewatch/launcher/database'
import { freePort } from '@carewatch/launcher/ports'
import pg from 'pg'

/** `slow`: each commit waits 5 ms, as on a disk that is not a data centre's. */
export type Disk = 'as it is' | 'slow'

export type Cluster = {
  pid: number
  /** A new database, migrated, that nobody has written to. */
  freshDatabase: (name: string, disk?: Disk) => Promise<string>
  close: () => Promise<void>
}

/** A PostgreSQL of the bench's own, gone when it ends; `settings` beside those of an installation. */
export async function startCluster(settings: Record<string, string> = {}): Promise<Cluster> {
  const folder = mkdtempSync(join(systemFolder(), 'bench-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const server = await startPostgres({
    folder: join(folder, 'postgres'),
    port,
    password: 'bench',
    settings: { ...DATABASE_SETTINGS, ...settings },
  })
  const urlOf = (name: string) => `postgres://carewatch:bench@127.0.0.1:${port}/${name}`

  return {
    pid: server.pid,
    freshDatabase: async (name, disk = 'as it is') => {
      const client = new pg.Client(urlOf('postgres'))
      await client.connect()
      await client.query(`create database ${name}`)
      if (disk === 'slow') {
        await client.query(`alter database ${name} set commit_delay = 5000`)
        await client.query(`alter database ${name} set commit_siblings = 0`)
      }
      await client.end()
      await makeReady(urlOf(name))
      return urlOf(name)
    },
    close: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
