import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@carewatch/launcher/ports'
import {
  type EmbeddedPostgres,
  isRunning,
  startPostgres,
} from '@carewatch/launcher/embedded-postgres/embedded-postgres'
import { makeReady } from '@carewatch/launcher/testing/ready-database'
import { vi } from 'vitest'

const PASSWORD = 'journey'

/** A PostgreSQL of the journey's own, to be killed and frozen: with fsync and every other setting that the promise rests on. */
export async function openCluster() {
  const folder = mkdtempSync(join(tmpdir(), 'carewatch-cluster-'))
  chmodSync(folder, 0o755)
  const start = (port: number): Promise<EmbeddedPostgres> =>
    startPostgres({ folder: join(folder, 'postgres'), port, password: PASSWORD, settings: { jit: 'off' } })
  let postgres = await start(await freePort())
  const url = `postgres://carewatch:${PASSWORD}@127.0.0.1:${postgres.port}/postgres`
  await makeReady(url)

  const children = (): number[] =>
    execFileSync('pgrep', ['-P', String(postgres.pid)])
      .toString()
      .trim()
      .split('\n')
      .map(Number)
  /** Held still first, PostgreSQL begins no child while they are counted, and none that ends is gone. */
  const signal = (name: NodeJS.Signals): void => {
    process.kill(postgres.pid, 'SIGSTOP')
    for (const pid of [...children(), postgres.pid]) process.kill(pid, name)
  }

  return {
    url,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    /** kill -9 of PostgreSQL with all its children, then a start on the same folder and port. */
    killAndRestart: async (): Promise<void> => {
      signal('SIGKILL')
      await vi.waitUntil(() => !isRunning(postgres), 15_000)
      postgres = await start(postgres.port)
    },
    close: async (): Promise<void> => {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
