import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DATABASE_SETTINGS } from '@carewatch/launcher/database'
import { freePort } from '@carewatch/launcher/ports'
import { isRunning, startPostgres } from '@carewatch/launcher/embedded-postgres/embedded-postgres'
import { systemFolder } from '@carewatch/launcher/embedded-postgres/reachable-binaries'
import { makeReady } from '@carewatch/launcher/testing/ready-database'
import type { Service } from '@carewatch/platform/database/service-roles'
import { asService } from '@carewatch/platform/database/testing'
import pg from 'pg'

const PASSWORD = 'faults'

/** A PostgreSQL of the matrix' own with the settings of `start`: fsync, a commit that waits for the disk, and nothing else made easy. */
export async function openPostgres(parent?: string) {
  const home = parent ?? mkdtempSync(join(systemFolder(), 'faults-'))
  chmodSync(home, 0o755)
  const folder = join(home, 'postgres')
  const port = await freePort()
  const start = () => startPostgres({ folder, port, password: PASSWORD, settings: DATABASE_SETTINGS })
  let server = await start()
  const url = `postgres://carewatch:${PASSWORD}@127.0.0.1:${port}/postgres`
  await makeReady(url)

  const children = (): number[] => {
    const listed = execFileSync('pgrep', ['-P', String(server.pid)]).toString()
    return listed.trim().split('\n').map(Number)
  }
  const signal = (name: NodeJS.Signals): void => {
    for (const pid of [server.pid, ...children()]) process.kill(pid, name)
  }
  const gone = async (): Promise<void> => {
    while (isRunning(server)) await wait(20)
  }

  return {
    port,
    url,
    urlThrough: (proxyPort: number, service: Service) =>
      asService(`postgres://127.0.0.1:${proxyPort}/postgres`, service),
    isRunning: () => isRunning(server),
    signal,
    /** As an administrator with psql, past every line. */
    ask: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> => {
      const client = new pg.Client(url)
      await client.connect()
      try {
        return (await client.query<Row>(text, values)).rows
      } finally {
        await client.end()
      }
    },
    kill: async (): Promise<void> => {
      signal('SIGKILL')
      await gone()
    },
    stop: () => server.stop(),
    start: async (): Promise<void> => {
      server = await start()
    },
    close: async (): Promise<void> => {
      await server.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
export type Postgres = Awaited<ReturnType<typeof openPostgres>>
