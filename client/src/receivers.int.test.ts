import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCompanyFixture, type CompanyFixture } from '@carewatch/api/testing/fixtures'
import { type Harness, startHarness, until } from '@carewatch/api/testing/harness'
import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

let harness: Harness
let fixture: CompanyFixture
let folder: string
beforeAll(async () => {
  harness = await startHarness({ WEBHOOK_NETWORKS: '127.0.0.1/32' })
  fixture = await createCompanyFixture(harness)
  folder = mkdtempSync(join(tmpdir(), 'receivers-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await harness.close()
})
const running: ChildProcess[] = []
afterEach(() => running.splice(0).map((child) => child.kill('SIGKILL')))

/** The lines of the page's part on receivers. */
function blockOf(language: string): string {
  const page = readFileSync(join(ROOT, 'docs/quick-start.md'), 'utf8')
  const part = page.slice(page.indexOf('## A receiver of webhooks'))
  const [, block] = new RegExp(`\n\`\`\`${language}\n(.*?)\n\`\`\`\n`, 's').exec(part) ?? []
  if (block === undefined) throw new Error(`No lines of ${language}.`)
  return `${block}\n`
}

const asManager = async (path: string, body: object) => {
  const answer = await harness.call('POST', path, { token: fixture.people.MANAGER.token, body })
  expect(answer.status).toBe(200)
  return answer.context
}

async function makeWebhook(): Promise<{ secret: string; moveTo: (url: string) => Promise<string> }> {
  const password = TEST_PASSWORD
  const key = await asManager('/apiKeys/new', { name: 'Partner', scopes: ['alarms:read'], password })
  const topics = ['alarms']
  const body = { url: 'http://127.0.0.1:9/', topics, apiKeyUUID: key.apiKey.uuid, password }
  const { webhook, secret } = await asManager('/webhooks/new', body)
  const moveTo = async (url: string) => {
    await asManager(`/webhooks/update/${webhook.uuid}`, { url, topics, password })
    return String(webhook.uuid)
  }
  return { secret, moveTo }
}

/** As somebody sends it who has this secret. */
function signed(secret: string, { id, at = Date.now() }: { id: string; at?: number }) {
  const body = '{"type":"forged.twice","timestamp":"2026-11-28T18:00:00.000Z","data":{}}'
  const timestamp = String(Math.floor(at / 1_000))
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    // Of a secret that is being changed, too.
    'webhook-signature': `v1,AAAA v1,${signature}`,
  }
  return { method: 'POST', headers, body }
}

it.each([
  ['TypeScript', 'ts', 'receiver.ts', process.execPath],
  ['Python', 'python', 'receiver.py', 'python3'],
])('a receiver in %s takes what is from us, once, and nothing else', async (_, language, file, program) => {
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, file), blockOf(language))
  const { secret, moveTo } = await makeWebhook()
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' }
  const receiver = spawn(program, [file], { cwd: folder, env })
  running.push(receiver)
  let written = ''
  receiver.stdout.on('data', (part: Buffer) => (written += part.toString()))
  receiver.stderr.on('data', (part: Buffer) => (written += part.toString()))
  await until('it listens', () => /listening \d+\n/.test(written))
  const url = `http://127.0.0.1:${/listening (\d+)/.exec(written)?.[1]}/`
  const lines = () => written.split('\n').slice(1).filter(Boolean)

  await asManager(`/webhooks/test/${await moveTo(url)}`, {})
  await until('it comes', () => lines().length > 0)
  expect(lines()).toEqual(['webhook.test'])

  const send = async (by: string, message: Parameters<typeof signed>[1]) =>
    (await fetch(url, signed(by, message))).status
  const other = `whsec_${Buffer.from('another secret').toString('base64')}`
  const old = Date.now() - 600_000
  expect([
    await send(secret, { id: 'msg_1' }),
    await send(secret, { id: 'msg_1' }),
    await send(other, { id: 'msg_2' }),
    await send(secret, { id: 'msg_3', at: old }),
    (await fetch(url, { method: 'POST', body: '{}' })).status,
  ]).toEqual([204, 204, 400, 400, 400])
  expect(lines()).toEqual(['webhook.test', 'forged.twice'])
})
