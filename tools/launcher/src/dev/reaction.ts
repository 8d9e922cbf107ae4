import { relative } from 'node:path'
import { ROOT } from '../env.ts'
import { runOnce } from '../run-once.ts'
import { INSTALLED, isStep } from './source-files.ts'
import type { Terminal } from './terminal.ts'
import type { Outcome, WatchedService } from './watched-service.ts'

type Development = {
  services: readonly WatchedService[]
  terminal: Terminal
  databaseUrl: string
  redisUrl: string | undefined
}

const secondsSince = (start: number): string => `${((performance.now() - start) / 1_000).toFixed(1)} s`

/** What is done when files were saved. */
export function createReaction({ services, terminal, databaseUrl, redisUrl }: Development) {
  async function restart(service: WatchedService, why: string): Promise<Outcome> {
    const start = performance.now()
    terminal.announce(service.name, `${why}: restarting`)
    const outcome = await service.restart()
    if (outcome === 'ready')
      terminal.announce(service.name, `ready after ${secondsSince(start)}, process ${service.pid()}`)
    return outcome
  }

  async function runSteps(): Promise<boolean> {
    const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl }
    try {
      await runOnce([process.execPath, 'migrations/src/main.ts'], env)
      return true
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      terminal.announce('database', `not changed, until the step is saved again: ${reason}`)
      return false
    }
  }

  return async function react(paths: readonly string[]): Promise<void> {
    const [first = ''] = paths
    const why = `${relative(ROOT, first)} ${paths.length > 1 ? `and ${paths.length - 1} more ` : ''}saved`
    const isInstalled = paths.includes(INSTALLED)
    if (isInstalled) for (const service of services) service.forgetLibraries()
    const hasNewDatabase = paths.some(isStep) && (await runSteps())
    const isAffected = (service: WatchedService): boolean =>
      isInstalled ||
      (hasNewDatabase && service.name !== 'web') ||
      paths.some((path) => service.needsRestart(path))
    const affected = services.filter(isAffected)
    const outcomes = await Promise.all(affected.map((service) => restart(service, why)))
    // Only now: they would take the processor from those that start.
    for (const [index, service] of affected.entries())
      if (outcomes[index] !== 'replaced') service.prepareSpare()
  }
}
