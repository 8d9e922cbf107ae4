import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'

/** A build takes minutes, the ports of a real installation, and Docker: only where it is asked for (`test:all`). */
export const isAsked = process.env.TEST_CONTAINERS !== undefined
const ROOT = join(import.meta.dirname, '../../..')
export const HEALTHY_WITHIN_MS = 300_000
const LOG_LINES = 40

export const secret = (): string => randomBytes(24).toString('hex')
/** What stands in its `.env`. */
export const env: NodeJS.ProcessEnv = {
  ...process.env,
  // Its containers and volumes are no installation's.
  COMPOSE_PROJECT_NAME: `carewatch-test-${randomBytes(4).toString('hex')}`,
  REVISION: secret(),
  POSTGRES_PASSWORD: secret(),
  REDIS_PASSWORD: secret(),
  SERVICE_SECRET: secret(),
  JWT_SECRET: secret(),
}
const run = promisify(execFile)
export const outputOf = async (program: string, words: readonly string[]): Promise<string> => {
  const { stdout } = await run(program, words, { cwd: ROOT, env, maxBuffer: 2 ** 28 })
  return stdout
}

/** Compose is a plugin of Docker's client; older machines have it as a program of its own. */
const hasPlugin = isAsked && spawnSync('docker', ['compose', 'version']).status === 0
export const compose = (...words: string[]): Promise<string> =>
  hasPlugin ? outputOf('docker', ['compose', ...words]) : outputOf('docker-compose', words)

/** What Docker knows of an image or a container. */
export const inspect = async (of: string, template: string): Promise<string> =>
  (await outputOf('docker', ['inspect', '--format', template, of])).trim()
export const containerOf = async (service: string): Promise<string> =>
  (await compose('ps', '-q', service)).trim()
/** Whether somebody takes a call there from within a container of that service. */
export const reaches = (service: string, host: string, port: number): Promise<boolean> =>
  compose('exec', '-T', service, 'nc', '-z', '-w', '3', host, String(port)).then(
    () => true,
    () => false,
  )

/** What each container says of itself: `api-1: Up 12 seconds (healthy)`. */
export const states = async (): Promise<string[]> => {
  const ours = `label=com.docker.compose.project=${env.COMPOSE_PROJECT_NAME}`
  const output = await outputOf('docker', [
    'ps',
    '--all',
    '--filter',
    ours,
    '--format',
    '{{.Names}}: {{.Status}}',
  ])
  return output.trim().split('\n')
}
const isUp = (state: string): boolean => /\(healthy\)$|migrate\S*: Exited \(0\)/.test(state)

/** Until all are what they shall be; says who is not, and what they wrote. */
export async function untilHealthy(): Promise<void> {
  try {
    const waiting = async () => (await states()).filter((state) => !isUp(state))
    await expect.poll(waiting, { timeout: HEALTHY_WITHIN_MS, interval: 1_000 }).toEqual([])
  } catch (error) {
    process.stderr.write(await compose('logs', '--no-color', `--tail=${LOG_LINES}`))
    throw error
  }
}

/** A command of `admin`, in a container of its own: what it printed. */
export const admin = (...words: string[]): Promise<string> => compose('run', '--rm', '-T', 'admin', ...words)

export const down = () => compose('down', '--volumes', '--remove-orphans', '--timeout', '10')
