import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHarness, type Harness } from './testing/harness.ts'

const web = mkdtempSync(join(tmpdir(), 'web-'))
mkdirSync(join(web, 'assets'))
writeFileSync(join(web, 'index.html'), '<!doctype html><title>Carewatch</title>')
writeFileSync(join(web, 'assets', 'index-1a2b3c.js'), 'export {}')

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ WEB_DIST: web })
})
afterAll(() => harness.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${harness.api.url}${path}`, { headers: { accept: 'text/html', ...headers } })

describe('the web', () => {
  it.each([
    '/',
    '/user/overview',
    '/auth/login',
    '/admin/devices/isSold',
    '/admin/alarm-figures?to=2026-10-25T23:00:00.000Z',
  ])('is one page at %s', async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('Carewatch')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  })

  it('is one page without a warning of Node in the log', async () => {
    const warnings: string[] = []
    const note = ({ message }: Error): void => void warnings.push(message)
    process.on('warning', note)
    await (await get('/user/overview')).text()
    await new Promise(setImmediate)
    process.off('warning', note)
    expect(warnings).toEqual([])
  })

  it('keeps files named after their content', async () => {
    const answer = await get('/assets/index-1a2b3c.js')
    expect(answer.headers.get('cache-control')).toContain('immutable')
  })

  it('has what was built while it ran, compressed where the browser reads that', async () => {
    writeFileSync(join(web, 'assets', 'later-4d5e6f.js'), 'export {}')
    writeFileSync(join(web, 'assets', 'later-4d5e6f.js.gz'), gzipSync('export {}'))
    const answer = await get('/assets/later-4d5e6f.js', { 'accept-encoding': 'gzip' })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    expect(answer.headers.get('content-type')).toContain('javascript')
    expect(await answer.text()).toBe('export {}')
  })

  it.each([
    '/assets/index-gone.js',
    '/assets/INDEX-1a2b3c.js',
    '/assets/',
    '/assets/..%2findex.html',
    '/assets/.%2findex-1a2b3c.js',
    '/favicon.png',
    '/api/nothing',
  ])('has nothing at %s', async (path) => {
    expect((await get(path)).status).toBe(404)
  })

  it.each([
    '/../../package.json',
    '/assets/../../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2fetc/passwd',
  ])('lets nobody out of its folder by %s', async (path) => {
    const { hostname, port } = new URL(harness.api.url)
    // As it is: fetch would tidy the address first.
    const asked = request({ hostname, port, path }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    expect(await text(answer)).not.toMatch(/root:|"scripts"/)
  })

  it('lets no foreign script run', async () => {
    const policy = (await get('/')).headers.get('content-security-policy')
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
  })
})

describe('the interface', () => {
  it('is never kept by a cache', async () => {
    expect((await get('/api/auth/validateToken')).headers.get('cache-control')).toBe('no-store')
  })

  it.each([
    [400, 'a body that is not JSON', '{"email":', 'application/json'],
    [415, 'a body of another kind', '<login/>', 'text/xml'],
    [415, 'a plain text', '{}', 'text/plain'],
    [415, 'a form', 'email=a&password=b', 'application/x-www-form-urlencoded'],
    [413, 'a body that is too large', JSON.stringify({ email: 'x'.repeat(300_000) }), 'application/json'],
  ])('answers %i to %s and goes on', async (status, _, body, contentType) => {
    const headers = { 'content-type': contentType }
    const answer = await fetch(`${harness.api.url}/api/auth/login`, { method: 'POST', headers, body })
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ success: false, status })
    expect((await get('/api/health/live')).status).toBe(200)
  })

  it('refuses a text that no database can keep', async () => {
    const body = { email: 'nurse\u0000', password: 'x' }
    expect((await harness.call('POST', '/auth/login', { body })).status).toBe(400)
    const { token } = await harness.person('ADMIN')
    expect((await harness.call('GET', '/devices/all?search=%00', { token })).status).toBe(400)
  })

  it('refuses a name that reads as another, in the reader’s language, and takes what people’s keyboards write', async () => {
    const { token } = await harness.person('ADMIN')
    const send = (name: string, language: 'en' | 'iw' = 'en') =>
      harness.call('POST', '/company/new', {
        token,
        language,
        body: { name, code: randomUUID().slice(0, 8) },
      })
    const turned = await send('Safe\u202Eesuoh', 'iw')
    expect(turned).toMatchObject({ status: 400, context: { errors: { name: 'מכיל תווים שאינם נראים' } } })
    expect(await send('Bell\u0007')).toMatchObject({
      context: { errors: { name: 'has characters that cannot be seen' } },
    })
    const marked = 'בית\u200F 7\u200E'
    expect(await send(marked)).toMatchObject({ status: 200, context: { company: { name: marked } } })
  })

  it('takes a text as it was typed: nothing in it is decoded a second time', async () => {
    const { token } = await harness.person('ADMIN')
    const name = String.raw`%41 &amp; \u0041 + ${randomUUID().slice(0, 8)}`
    const body = { name, code: randomUUID().slice(0, 8) }
    expect(await harness.call('POST', '/company/new', { token, body })).toMatchObject({
      context: { company: { name } },
    })
    const search = async (typed: string): Promise<unknown[]> => {
      const asked = `/company/all?search=${encodeURIComponent(typed)}`
      return (await harness.call('GET', asked, { token })).context.companies
    }
    expect(await search(name)).toMatchObject([{ name }])
    expect(await search(name.replace('%41', 'A'))).toEqual([])
  })

  it('does not start on a port that is taken, and leaves nothing behind', async () => {
    const { port } = new URL(harness.api.url)
    await expect(startHarness({ HTTP_PORT: port })).rejects.toThrow('EADDRINUSE')
  })
})

const ask = (method: string, path: string, more: RequestInit = {}) =>
  fetch(`${harness.api.url}/api${path}`, { method, ...more })

describe('an address that is known', () => {
  it.each([
    ['GET', '/auth/login', 'POST, OPTIONS'],
    ['PUT', '/devices/all', 'GET, HEAD, OPTIONS'],
    ['PATCH', '/devices/all?size=1', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/devices/detail/355688120000017', 'GET, HEAD, OPTIONS'],
    ['PUT', '/upload/0199a3b2-7c4d-7e8f-9a0b-1c2d3e4f5a6b', 'GET, HEAD, DELETE, OPTIONS'],
    ['POST', '/health/live', 'GET, HEAD, OPTIONS'],
  ])('answers 405 to %s %s, and by Allow what it takes', async (method, path, allow) => {
    const answer = await ask(method, path, { headers: { selectedLanguage: 'de' } })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe(allow)
    expect(await answer.json()).toEqual({
      success: false,
      status: 405,
      message: 'Diese Adresse nimmt diese Methode nicht an',
      context: null,
    })
  })

  it('says so before it reads a body', async () => {
    const headers = { 'content-type': 'text/xml' }
    expect((await ask('PUT', '/devices/all', { headers, body: '<device/>' })).status).toBe(405)
    expect((await ask('PUT', '/devices/all', { body: 'x'.repeat(400_000) })).status).toBe(405)
  })

  it('says by OPTIONS what it takes, and lets no other origin in', async () => {
    const answer = await ask('OPTIONS', '/devices/all', { headers: { origin: 'https://example.org' } })
    expect(answer.status).toBe(204)
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it('answers HEAD as GET, without a body', async () => {
    const answer = await ask('HEAD', '/health/live')
    expect([answer.status, await answer.text()]).toEqual([200, ''])
  })
})

describe('an address that is none', () => {
  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('answers 404 to %s', async (method) => {
    const answer = await ask(method, '/devices/all/of/them')
    expect([answer.status, answer.headers.get('allow')]).toEqual([404, null])
  })

  it('has no method of the pages', async () => {
    const answer = await fetch(`${harness.api.url}/user/overview`, { method: 'POST' })
    expect(answer.status).toBe(404)
  })
})

describe('what is missing', () => {
  it('is said to be required, also where one of several values would do', async () => {
    const { token } = await harness.person('USER')
    const change = (body: object) => harness.call('POST', '/user/changeLanguage', { token, body })
    expect((await change({})).context.errors).toEqual({ selectedLanguage: 'is required' })
    expect((await change({ selectedLanguage: 'xx' })).context.errors).toEqual({
      selectedLanguage: 'is not valid',
    })
  })

  it('is a mail server: whoever asks for a link is shown that none comes', async () => {
    const answer = await harness.call('POST', '/auth/sendRecoveryEmail', { body: { key: 'nora' } })
    expect(answer).toMatchObject({
      status: 200,
      message: 'Mail is not set up here, so nothing can be sent',
      context: { isMailed: false },
    })
  })
})
