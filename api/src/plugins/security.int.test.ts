import { mkdtempSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { confirmEmail } from '@carewatch/contracts/http/auth'
import { asService } from '@carewatch/platform/database/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEnv } from '../env.ts'
import { startApi } from '../start.ts'
import { talkTo } from '../testing/exchange.ts'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { JWT_SECRET, startHarness, type Harness } from '../testing/harness.ts'

const web = mkdtempSync(join(tmpdir(), 'web-'))
writeFileSync(join(web, 'index.html'), '<!doctype html><title>Carewatch</title>')

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness({ WEB_DIST: web, PUBLIC_URL: 'https://care.example' })
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

const ask = (path: string, init: RequestInit = {}) => fetch(`${harness.api.url}${path}`, init)

describe('every answer', () => {
  it.each([
    ['the page', '/', 200],
    ['a page of the web', '/user/overview', 200],
    ['an answer', '/api/auth/validateToken', 200],
    ['a refusal', '/api/devices/detail/nonsense', 400],
    ['what is not there', '/api/nothing', 404],
    ['a file that is not there', '/nothing.png', 404],
    ['the description', '/api/openapi.json', 200],
    ['its reader', '/api/docs/', 200],
  ])('says how far it is to be trusted: %s', async (_, path, status) => {
    const { token } = fixture.people.ADMIN
    const answer = await ask(path, { headers: { accept: 'text/html', authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(status)
    const { headers } = answer
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('x-powered-by')).toBeNull()
    expect(headers.get('server')).toBeNull()
    const policy = headers.get('content-security-policy') ?? ''
    for (const rule of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(rule)
    expect(headers.get('permissions-policy')).toContain('geolocation=()')
    const connections = policy.split(';').find((rule) => rule.trim().startsWith('connect-src'))
    expect(connections?.trim().split(' ')).not.toContain('wss:')
    const scripts = policy.split(';').find((rule) => rule.trim().startsWith('script-src'))
    expect(scripts).not.toMatch(/unsafe|\*|https?:/)
  })

  it('lets a page speak to the sockets of the host it came from, whatever that calls itself', async () => {
    const policyAt = (host: string) =>
      new Promise<string>((resolve, reject) => {
        const { port } = new URL(harness.api.url)
        request({ port, host: '127.0.0.1', path: '/', headers: { host } }, (answer) => {
          answer.resume()
          resolve(String(answer.headers['content-security-policy']))
        })
          .on('error', reject)
          .end()
      })
    expect(await policyAt('care.example:8443')).toContain(
      "connect-src 'self' ws://care.example:8443 wss://care.example:8443;",
    )
    expect(await policyAt("x; script-src 'unsafe-inline'")).toContain("connect-src 'self' 'self';")
  })

  it('of the interface is kept by no cache', async () => {
    for (const path of ['/api/auth/validateToken', '/api/nothing', '/api/openapi.json'])
      expect((await ask(path)).headers.get('cache-control')).toBe('no-store')
  })

  it('is for our own pages only', async () => {
    const origin = 'https://evil.example'
    const preflight = await ask('/api/devices/new', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
    const answer = await ask('/api/auth/validateToken', { headers: { origin } })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('a message', () => {
  /** As it is written, to the end of the connection. */
  const send = (message: string): Promise<string> => {
    const { hostname, port } = new URL(harness.api.url)
    return text(connect(Number(port), hostname).end(message))
  }
  const lines = (...given: string[]): string => [...given, '', ''].join('\r\n')
  const head = ['POST /api/auth/login HTTP/1.1', 'host: care.example', 'content-type: application/json']

  it.each([
    ['two lengths', lines(...head, 'content-length: 2', 'content-length: 40') + '{}'],
    ['a length and pieces', lines(...head, 'content-length: 2', 'transfer-encoding: chunked') + '0\r\n\r\n'],
    ['pieces and something else', lines(...head, 'transfer-encoding: chunked, identity') + '0\r\n\r\n'],
    ['a piece of no length', lines(...head, 'transfer-encoding: chunked') + 'x\r\n\r\n'],
    ['a header that goes on below', lines(...head, 'x-one: 1', ' x-two: 2')],
    [
      'a line that ends early',
      lines('GET /api/health/live HTTP/1.1', 'host: care.example', 'x-one: 1\rx-two: 2'),
    ],
  ])('with %s has no boundary that everybody agrees on, and is refused', async (_, message) => {
    expect(await send(message)).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('that asks for itself back gets nothing of it', async () => {
    const asked = lines(
      'TRACE /api/auth/validateToken HTTP/1.1',
      'host: care.example',
      'authorization: Bearer mine',
    )
    const answer = await send(asked)
    expect(answer).toMatch(/^HTTP\/1\.1 40[045] /)
    expect(answer).not.toContain('mine')
  })
})

describe('a refusal', () => {
  const { call } = { call: (...asked: Parameters<Harness['call']>) => harness.call(...asked) }

  it("is the same for another company's row and for one that never was", async () => {
    const other = await createCompanyFixture(harness)
    const { token } = fixture.people.MANAGER
    const [theirs, nobodys] = await Promise.all(
      [other.device.uuid, crypto.randomUUID()].map((uuid) =>
        call('GET', `/devices/detail/${uuid}`, { token }),
      ),
    )
    expect(theirs).toEqual(nobodys)
  })

  it('tells nothing of the inside', async () => {
    const { token } = fixture.people.ADMIN
    const answers = [
      await harness.exchange('GET', '/devices/all?sort=constructor', { token }),
      await harness.exchange('GET', '/devices/all?sort=toString', { token }),
      await harness.exchange('GET', `/devices/detail/${encodeURIComponent("' or 1=1 --")}`, { token }),
    ]
    for (const { status, text } of answers) {
      expect(status).toBe(400)
      expect(text).not.toMatch(/at .*\.ts|select |node_modules|postgres|drizzle/i)
    }
  })

  it('cannot be talked out of by a poisoned prototype or a key given twice', async () => {
    const { token } = fixture.people.OWNER
    const poisoned =
      '{"selectedLanguage":"lv","__proto__":{"role":"ADMIN"},"constructor":{"prototype":{"x":1}}}'
    const answer = await ask('/api/user/changeLanguage', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: poisoned,
    })
    expect(answer.status).toBe(400)
    expect(({} as { x?: number }).x).toBeUndefined()
    expect((await harness.call('GET', '/devices/all?page=1&page=2', { token })).status).toBe(400)
  })

  it.each([
    ['a place that is too long', `/api/devices/detail/${'x'.repeat(150)}`],
    ['half an escape', '/api/devices/detail/%'],
  ])('of an address that is none is like any other: %s', async (_, path) => {
    const answer = await ask(path, { headers: { selectedLanguage: 'de' } })
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect([400, 404]).toContain(answer.status)
    const refusal = { success: false, status: answer.status, context: null }
    expect(await answer.json()).toMatchObject({
      ...refusal,
      message: expect.stringMatching(/Felder|gefunden/),
    })
  })

  it('of too many calls says when to come again', async () => {
    const knock = () => harness.exchange('POST', '/auth/login', { body: {} })
    const answers = await Promise.all(Array.from({ length: 330 }, knock))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('of too many calls is that of every process, by whoever they come from', async () => {
    const other = await startApi(
      readEnv({
        DATABASE_URL: asService(harness.url, 'api'),
        HTTP_PORT: '0',
        JWT_SECRET,
        SERVICE_SECRET: 'service',
        MQTT_URL: 'mqtt://127.0.0.1:1',
        LOG_LEVEL: 'silent',
      }),
    )
    const elsewhere = talkTo(other.url)
    const { method, path, limit } = confirmEmail
    const body = { token: 'of no letter' }
    const ask = (from: { exchange: Harness['exchange'] }, { token }: { token: string }) =>
      from.exchange(method, path, { token, body })
    const { OWNER, RELATIVE } = fixture.people
    const answers = await Promise.all(
      Array.from({ length: limit.calls + 2 }, (_, at) => ask(at % 2 === 0 ? harness : elsewhere, OWNER)),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(2)
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(500)
    expect((await ask(elsewhere, RELATIVE)).status).toBe(400)
    await other.close()
  })

  it('counts calls by the address the connection has, whatever the caller says it is', async () => {
    const knock = (at: number) => harness.exchange('POST', '/auth/login', { body: {}, from: `10.0.0.${at}` })
    const answers = await Promise.all(Array.from({ length: 5 }, (_, at) => knock(at)))
    // Used up by the test before this one, from this very machine.
    expect(answers.map(({ status }) => status)).toEqual([429, 429, 429, 429, 429])
  })
})
