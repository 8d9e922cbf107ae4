import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, request as requestInClear } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBalancer } from '@carewatch/launcher/topology/balancer'
import { createPorts } from '@carewatch/launcher/topology/ports'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createKeeper, type Settings } from './keep.ts'

const haproxy = process.env.HAPROXY
type Choice = { PUBLIC_URL: string; PLAIN_HTTP: 'redirected' | 'served' }
type Answer = { status: number | undefined; location: string | undefined; body: string }

/** Answers what it was asked, as an interface would see it. */
const api = createServer(({ headers }, response) => response.end(JSON.stringify(headers)))

describe.skipIf(!haproxy || process.platform !== 'linux')('HTTP in the clear at the balancer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carewatch-http-'))
  let apiPort: number
  let at: { http: number; https: number }
  let balancer: Awaited<ReturnType<typeof startBalancer>> | undefined

  beforeAll(async () => {
    await once(api.listen(0, '127.0.0.1'), 'listening')
    // Safe: a TCP server's address is an object.
    apiPort = (api.address() as AddressInfo).port
  })
  afterEach(async () => {
    await balancer?.stop()
    balancer = undefined
  })
  afterAll(() => {
    api.closeAllConnections()
    api.close()
    rmSync(folder, { recursive: true })
  })

  async function begin({ PUBLIC_URL, PLAIN_HTTP }: Choice): Promise<void> {
    const settings: Settings = {
      named: {},
      folder: join(folder, 'certs'),
      acme: join(folder, 'acme'),
      served: join(folder, 'served.pem'),
      socket: join(folder, 'balancer.sock'),
      publicUrl: PUBLIC_URL,
    }
    await createKeeper(settings)()
    const ports = createPorts()
    const [publicPorts, https] = [await ports.ofBalancer(), await ports.next()]
    at = { http: publicPorts.http, https }
    const own = { mqtt: apiPort, mqtts: apiPort, watch: apiPort, health: apiPort }
    balancer = await startBalancer({
      haproxy: haproxy ?? '',
      host: '127.0.0.1',
      at: publicPorts,
      brokers: [own, own],
      apis: [apiPort, apiPort],
      logs: folder,
      https: {
        HTTPS_PORT: String(https),
        HTTPS_CERT: settings.served,
        RUNTIME_SOCKET: settings.socket,
        RUNTIME_GROUP: String(process.getgid?.()),
        PUBLIC_URL,
        PLAIN_HTTP,
        ACME: '127.0.0.1',
        ACME_PORT: String(apiPort),
      },
    })
  }

  async function ask(by: 'http' | 'https', path: string, headers: Record<string, string> = {}) {
    const options = { host: '127.0.0.1', port: at[by], path, headers, agent: false }
    const asked = by === 'http' ? requestInClear(options) : request({ ...options, rejectUnauthorized: false })
    const [response] = await once(asked.end(), 'response')
    let body = ''
    for await (const part of response) body += String(part)
    return { status: response.statusCode, location: response.headers.location, body } as Answer
  }
  const seen = async (...question: Parameters<typeof ask>): Promise<IncomingHttpHeaders> =>
    JSON.parse((await ask(...question)).body)

  it.each(['http://care.example.org', 'HTTP://care.example.org:8080'])(
    'is served where the address of the installation is %s, which could lead only to itself',
    async (PUBLIC_URL) => {
      await begin({ PUBLIC_URL, PLAIN_HTTP: 'redirected' })
      for (const path of ['/', '/board', '/api/people', '/mqtt'])
        expect(await ask('http', path)).toMatchObject({ status: 200, location: undefined })
      expect(await ask('https', '/api/people')).toMatchObject({ status: 200 })
      const forged = { 'x-forwarded-for': '6.6.6.6', 'x-forwarded-proto': 'https' }
      expect((await seen('http', '/api/people', forged))['x-forwarded-for']).toBe('127.0.0.1')
    },
  )

  it.each(['https://care.example.org', 'HTTPS://care.example.org/?to=http://x'])(
    'leads to the address of the installation where it is %s, and refuses programs',
    async (PUBLIC_URL) => {
      await begin({ PUBLIC_URL, PLAIN_HTTP: 'redirected' })
      expect(await ask('http', '/board')).toMatchObject({ status: 308, location: `${PUBLIC_URL}/board` })
      for (const path of ['/api/people', '/mqtt'])
        expect(await ask('http', path)).toMatchObject({ status: 403 })
    },
  )

  it('names whom a proxy of the operator names, at the port in the clear alone', async () => {
    await begin({ PUBLIC_URL: 'https://care.example.org', PLAIN_HTTP: 'served' })
    const named = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }
    expect(await seen('http', '/api/people', named)).toMatchObject(named)
    expect(await seen('http', '/api/people')).toMatchObject({ 'x-forwarded-for': '127.0.0.1' })
    expect(await seen('https', '/api/people', named)).toMatchObject({ 'x-forwarded-for': '127.0.0.1' })
  })
})
