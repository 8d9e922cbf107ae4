import { mkdirSync } from 'node:fs'
import { freePort } from '../ports.ts'
import { startProgram } from './program.ts'

export const REDIS_PLACES = [
  process.env.REDIS_SERVER,
  '/usr/bin/redis-server',
  '/opt/homebrew/bin/redis-server',
]

/** A Redis of our own with the settings of docker-compose.yml: what is queued outlives its death. */
export async function startRedis(program: string, { folder, logs }: { folder: string; logs: string }) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const port = await freePort()
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '']
  const kept = ['--appendonly', 'yes', '--maxmemory-policy', 'noeviction']
  const redis = await startProgram({ name: 'redis', command: [program, ...settings, ...kept], logs, port })
  return { ...redis, url: `redis://127.0.0.1:${port}` }
}
