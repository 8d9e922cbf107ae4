import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createUser } from '@carewatch/migrations/factories'
import { migrate } from '@carewatch/migrations/migrate'
import { openRelational } from '@carewatch/platform/database/client'
import { emptyDatabase } from '@carewatch/platform/database/testing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { freePort } from '../src/ports.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** It takes some seconds on a free machine; this guards against what hangs. */
const ENDS_WITHIN_MS = 120_000
const READY = { timeout: ENDS_WITHIN_MS, interval: 100 }
/** One address of this machine and no other: what listens there is not at 127.0.0.1. */
const HOST = '127.0.0.2'
const admin = { ADMIN_EMAIL: 'ruth@house.test', ADMIN_PASSWORD: 'three words of hers' }

let folder: string
let database: Awaited<ReturnType<typeof emptyDatabase>>
let env: Record<string, string>
let running: ChildProcess | undefined

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carewatch-production-'))
  database = await emptyDatabase()
  env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    HOST,
    HTTP_PORT: String(await freePort(HOST)),
    MQTT_PORT: String(await freePort(HOST)),
    MQTTS_PORT: String(await freePort(HOST)),
    WATCH_PORT: 'off',
  }
})
afterAll(async () => {
  if (running?.exitCode === null) {
    const exit = once(running, 'exit')
    running.kill('SIGTERM')
    await exit
  }
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** A command of the project as a person types it, and what they read until it ended, or until this stands there. */
async function type(program: string[], own: Record<string, string>, until?: string) {
  const child = spawn(process.execPath, program, {
    cwd: ROOT,
    env: { ...env, ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const source of [child.stdout, child.stderr])
    source.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exit = once(child, 'exit')
  if (until === undefined) await exit
  else await vi.waitUntil(() => output.includes(until) || child.exitCode !== null, READY)
  return { child, code: child.exitCode, output }
}
const start = (own: Record<string, string>, until?: string) =>
  type(['tools/launcher/src/start.ts'], own, until)
const administer = (...words: string[]) => type(['tools/admin/src/main.ts', ...words], { DEMO: 'false' })

const signIn = (email: string, password: string): Promise<Response> =>
  fetch(`http://${HOST}:${env.HTTP_PORT}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })

it('begins after a demo only once the demo is out of the way, with the administrator who was asked for', async () => {
  await migrate(database.url)
  const { db, close } = openRelational(database.url, 1)
  await createUser(db, { email: 'admin@demo.test' })
  await close()

  const refused = await start({ DEMO: 'false', ...admin })
  expect(refused.code).toBe(1)
  expect(refused.output).toContain('does not start like this')
  expect(refused.output).toContain('npx --yes pnpm@12 admin begin-anew')
  expect(refused.output).not.toContain(admin.ADMIN_PASSWORD)

  // With what the refusal names it starts.
  expect((await administer('begin-anew')).output).toContain('The database is empty')
  chmodSync(join(folder, 'secrets.json'), 0o644)
  const open = await start({ DEMO: 'false', ...admin })
  expect([open.code, open.output]).toEqual([
    1,
    expect.stringContaining(`chmod 600 '${join(folder, 'secrets.json')}'`),
  ])
  chmodSync(join(folder, 'secrets.json'), 0o600)

  const { child, output } = await start({ DEMO: 'false', ...admin }, 'Carewatch is ready')
  running = child
  expect(output).toContain(`http://${HOST}:${env.HTTP_PORT}`)
  expect(output).not.toContain('Sign in')
  // On one address of the machine, every part finds the others.
  await expect
    .poll(async () => (await fetch(`http://${HOST}:${env.HTTP_PORT}/api/health/ready`)).status, READY)
    .toBe(200)
  expect((await signIn(admin.ADMIN_EMAIL, admin.ADMIN_PASSWORD)).status).toBe(200)
  expect((await signIn('admin@demo.test', 'carewatch')).status).toBe(401)
})
