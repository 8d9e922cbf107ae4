import { execFileSync } from 'node:child_process'
import type { Database } from './database.ts'
import { REDIS_PASSWORD } from './machine.ts'
import type { HostName, Network } from './network.ts'

const WITHIN_MS = 2_000

type Watched = { network: Network; database: Database; isReady: () => Promise<boolean> }

/** Whether everything is there again, and whose Redis leads. */
export function openHealth({ network, database, isReady }: Watched) {
  const { a, b } = network.addresses
  const readiness = [a, b].flatMap((address) => [
    `http://${address}:19464/health/ready`,
    `http://${address}:18080/api/health/ready`,
  ])
  const redis = (name: HostName): string => {
    const words = ['-h', network.addresses[name], '-a', REDIS_PASSWORD, '--no-auth-warning', 'role']
    return execFileSync('redis-cli', words, {
      timeout: WITHIN_MS,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).toString()
  }
  return {
    redisMaster: (): HostName => (redis('a').startsWith('master') ? 'a' : 'b'),
    isWhole: async (): Promise<boolean> => {
      if (!(await database.isWhole()) || !(await isReady())) return false
      const roles = (['a', 'b'] as const).map(redis)
      const answers = await Promise.all(
        readiness.map((url) => fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) })),
      )
      return roles.some((role) => role.includes('connected')) && answers.every(({ ok }) => ok)
    },
  }
}
