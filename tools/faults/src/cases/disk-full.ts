import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { systemFolder } from '@carewatch/launcher/embedded-postgres/reachable-binaries'
import { type Case, claim } from '../case.ts'
import { openEnvironment, type TestEnvironment } from '../environment/environment.ts'
import { underFault } from '../environment/under-fault.ts'

const SIZE = '420m'
const FULL_MS = 10_000
const CHUNK = Buffer.alloc(1_048_576)

const mayMount = (): boolean => process.platform === 'linux' && process.getuid?.() === 0

/** As much of this size as goes in; false: not a byte. */
function writes(handle: number, size: number): boolean {
  try {
    return writeSync(handle, CHUNK, 0, size) > 0
  } catch {
    return false
  }
}

/** Until not a byte more goes in. */
function fill(file: string): void {
  const handle = openSync(file, 'w')
  for (let size = CHUNK.length; size > 0;) if (!writes(handle, size)) size = Math.floor(size / 2)
  closeSync(handle)
}

async function fillDisk({ postgres, isBrokerReady }: TestEnvironment, disk: string) {
  const ballast = join(disk, 'ballast')
  let wasUnready = false
  const seenUnready = setInterval(() => {
    void isBrokerReady().then((ready) => (wasUnready ||= !ready))
  }, 500)
  // As the launcher does: a PostgreSQL that ended is started again.
  let isOver = false
  const keeping = (async () => {
    while (!isOver) {
      if (!postgres.isRunning()) await postgres.start().catch(() => {})
      await wait(300)
    }
  })()
  fill(ballast)
  await wait(FULL_MS)
  rmSync(ballast)
  clearInterval(seenUnready)
  const freedAt = performance.now()
  return { wasUnready: () => wasUnready, freedAt, end: () => ((isOver = true), keeping) }
}

export const diskFull: Case[] = [
  {
    name: 'disk-full',
    fault: `the database’s disk is full for ${FULL_MS / 1_000} s, and is freed again`,
    cannot: () => (mayMount() ? undefined : 'only root on Linux may mount a small disk'),
    run: async () => {
      const disk = mkdtempSync(join(systemFolder(), 'faults-disk-'))
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE},mode=755`, 'none', disk])
      const home = join(disk, 'database')
      mkdirSync(home)
      const environment = await openEnvironment({ postgresHome: home })
      try {
        let filled: Awaited<ReturnType<typeof fillDisk>> | undefined
        const seen = await underFault(environment, async () => {
          filled = await fillDisk(environment, disk)
        })
        await filled?.end()
        return {
          seen,
          claims: [
            claim(
              'the broker said meanwhile that it is not ready',
              filled?.wasUnready() === true,
              filled?.wasUnready() ? 'yes' : 'no',
            ),
          ],
        }
      } finally {
        await environment.close()
        spawnSync('umount', ['-l', disk])
        rmSync(disk, { recursive: true, force: true })
      }
    },
  },
]
