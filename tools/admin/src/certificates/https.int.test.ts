import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, request as requestInClear } from 'node:http'
import { request } from 'node:https'
import {
  type AddressInfo,
  connect as connectTcp,
  createServer as createTcpServer,
  type Socket,
} from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { connect } from 'node:tls'
import { startBalancer } from '@carewatch/launcher/topology/balancer'
import { createPorts } from '@carewatch/launcher/topology/ports'
import { generate } from 'selfsigned'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createKeeper, type Settings } from './keep.ts'
import { makeCertificate } from './self-made.ts'

const EC = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const
const AUTHORITY = [
  { name: 'basicConstraints', cA: true },
  { name: 'keyUsage', keyCertSign: true },
] as const
const haproxy = process.env.HAPROXY
const [YEAR, PUBLIC_URL] = ['max-age=31536000', 'https://care.example.org']
/** Of RFC 6455, which the balancer holds both sides to. */
const KEY = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' }
const ACCEPTED = 'sec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo='
type Answer = { status: number | undefined; headers: IncomingHttpHeaders; body: string }

/** Says what it was asked, as an interface would see it, and gives back whatever a socket says. */
const api = createServer(({ headers, url }, response) =>
  response.writeHead(200, { 'strict-transport-security': YEAR }).end(JSON.stringify({ url, headers })),
)
api.on('upgrade', (_, socket: Duplex) => {
  const head = ['HTTP/1.1 101 Switching Protocols', 'connection: upgrade', 'upgrade: websocket', ACCEPTED]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  echo(socket)
})
/** Whoever goes in the middle of it is no fault of who answers. */
const echo = (socket: Duplex): Duplex => socket.on('error', () => socket.destroy()).pipe(socket)
const broker = createTcpServer(echo)
const portOf = async (server: typeof api | typeof broker): Promise<number> => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // Safe: a TCP server's address is an object.
  return (server.address() as AddressInfo).port
}

describe.skipIf(!haproxy || process.platform !== 'linux')('HTTPS at the balancer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carewatch-https-'))
  const [given, served] = [join(folder, 'certs'), join(folder, 'served.pem')]
  const settings: Settings = {
    named: {},
    folder: given,
    acme: join(folder, 'acme'),
    served,
    socket: join(folder, 'balancer.sock'),
    publicUrl: PUBLIC_URL,
  }
  const refresh = createKeeper(settings)
  const open: Duplex[] = []
  let at: { http: number; https: number; mqtt: number }
  let balancer: Awaited<ReturnType<typeof startBalancer>>

  beforeAll(async () => {
    mkdirSync(given)
    await refresh()
    const ports = createPorts()
    const [publicPorts, https, apiPort, brokerPort] = [
      await ports.ofBalancer(),
      await ports.next(),
      await portOf(api),
      await portOf(broker),
    ]
    at = { ...publicPorts, https }
    const own = { mqtt: brokerPort, mqtts: brokerPort, watch: brokerPort, health: apiPort }
    balancer = await startBalancer({
      haproxy: haproxy ?? '',
      host: '127.0.0.1',
      at: publicPorts,
      brokers: [own, own],
      apis: [apiPort, apiPort],
      logs: folder,
      https: {
        HTTPS_PORT: String(https),
        HTTPS_CERT: served,
        RUNTIME_SOCKET: settings.socket,
        RUNTIME_GROUP: String(process.getgid?.()),
        PUBLIC_URL,
        PLAIN_HTTP: 'redirected',
        ACME: '127.0.0.1',
        ACME_PORT: String(apiPort),
      },
    })
  })
  afterEach(() => open.splice(0).forEach((socket) => socket.on('error', () => {}).destroy()))
  afterAll(async () => {
    await balancer.stop()
    api.closeAllConnections()
    api.close()
    broker.close()
    rmSync(folder, { recursive: true })
  })

  const ask = async (
    path: string,
    headers: Record<string, string> = {},
    isInClear = false,
  ): Promise<Answer> => {
    const options = { host: '127.0.0.1', port: isInClear ? at.http : at.https, path, headers, agent: false }
    // Which certificate it shows is looked at by itself.
    const asked = isInClear ? requestInClear(options) : request({ ...options, rejectUnauthorized: false })
    const [response] = await once(asked.end(), 'response')
    let body = ''
    for await (const part of response) body += String(part)
    return { status: response.statusCode, headers: response.headers, body }
  }
  const askInClear = (path: string) => ask(path, {}, true)
  async function shown(alpn: string[] = []) {
    const socket = connect({
      port: at.https,
      host: '127.0.0.1',
      rejectUnauthorized: false,
      ALPNProtocols: alpn,
    })
    open.push(socket)
    await once(socket, 'secureConnect')
    const { raw, issuerCertificate } = socket.getPeerCertificate(true)
    const [certificate, issuer] = [new X509Certificate(raw), issuerCertificate?.serialNumber]
    return { certificate, issuer, protocol: socket.getProtocol(), alpn: socket.alpnProtocol }
  }
  const echoes = async (socket: Duplex, text: string): Promise<void> => {
    let back = ''
    const listen = (part: Buffer) => (back += part.toString('latin1'))
    socket.on('data', listen).write(text)
    await expect.poll(() => back).toContain(text)
    socket.off('data', listen)
  }

  it('makes one certificate of its own, not one at each look', async () => {
    expect(await refresh()).toEqual({ faults: [] })
  })

  it('shows a certificate that it made for its own address, by TLS 1.3 and HTTP/2', async () => {
    const { certificate, protocol, alpn } = await shown(['h2', 'http/1.1'])
    expect([protocol, alpn, certificate.checkHost('care.example.org')]).toEqual([
      'TLSv1.3',
      'h2',
      'care.example.org',
    ])
  })

  it('takes suites that authenticate what they encrypt, and none of before', async () => {
    const by = async (ciphers: string): Promise<string> => {
      const options = { port: at.https, host: '127.0.0.1', rejectUnauthorized: false } as const
      const socket = connect({ ...options, maxVersion: 'TLSv1.2', ciphers })
      open.push(socket)
      await once(socket, 'secureConnect')
      return socket.getCipher().name
    }
    expect(await by('ECDHE-ECDSA-AES128-GCM-SHA256')).toBe('ECDHE-ECDSA-AES128-GCM-SHA256')
    await expect(by('ECDHE-ECDSA-AES128-SHA')).rejects.toThrow('handshake failure')
  })

  it('leads pages in the clear to the address of the installation, and refuses programs', async () => {
    expect(await askInClear('/board?of=today')).toMatchObject({
      status: 308,
      headers: { location: `${PUBLIC_URL}/board?of=today` },
    })
    for (const path of ['/api/auth/login', '/mqtt'])
      expect(await askInClear(path)).toMatchObject({ status: 403 })
  })

  it.each(['/api/health/live', '/.well-known/acme-challenge/x'])('answers %s in the clear', async (path) => {
    const { status, body } = await askInClear(path)
    expect([status, JSON.parse(body).url]).toEqual([200, path])
  })

  it('names who calls, whatever they say of themselves', async () => {
    const forged = {
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'http',
      forwarded: 'for=6.6.6.6',
    }
    const { headers } = JSON.parse((await ask('/api/x', forged)).body)
    expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' })
    expect(JSON.stringify(headers)).not.toMatch(/6\.6\.6\.6|evil/)
  })

  it('shows a renewed certificate to who comes, and lets everybody go on who is there', async () => {
    const before = (await shown()).certificate
    const upgrade = { connection: 'upgrade', upgrade: 'websocket', ...KEY }
    const asked = request({
      host: '127.0.0.1',
      port: at.https,
      path: '/api/live',
      headers: upgrade,
      rejectUnauthorized: false,
    })
    // Safe: what Node hands to an upgrade.
    const [, screen] = (await once(asked.end(), 'upgrade')) as [unknown, Duplex]
    const watch: Socket = connectTcp(at.mqtt, '127.0.0.1')
    open.push(screen, watch)
    await echoes(screen, 'before')
    await echoes(watch, 'before')

    const [certificate = '', key = ''] = (await makeCertificate('care.example.org')).split(
      /(?=-----BEGIN PRIV)/,
    )
    writeFileSync(join(given, 'fullchain.pem'), certificate)
    writeFileSync(join(given, 'privkey.pem'), key)
    expect((await refresh()).news).toContain('fullchain.pem is shown')

    const after = (await shown()).certificate
    expect(after.serialNumber).toBe(new X509Certificate(certificate).serialNumber)
    expect(after.serialNumber).not.toBe(before.serialNumber)
    await echoes(screen, 'after')
    await echoes(watch, 'after')
    expect(await refresh()).toEqual({ faults: [] })
  })

  it('keeps the one before while a renewed one is not whole', async () => {
    const before = (await shown()).certificate.serialNumber
    writeFileSync(join(given, 'privkey.pem'), 'half of')
    expect((await refresh()).faults).toEqual([expect.stringContaining('are no certificate and its key')])
    expect((await shown()).certificate.serialNumber).toBe(before)
    expect((await ask('/')).status).toBe(200)
  })

  it('holds browsers to HTTPS only by a certificate that somebody vouches for', async () => {
    expect((await ask('/')).headers).not.toHaveProperty('strict-transport-security')
    const root = await generate([{ name: 'commonName', value: 'Some authority' }], EC)
    const ca = { key: root.private, cert: root.cert }
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'care.example.org' }], {
      ...EC,
      ca,
    })
    writeFileSync(join(given, 'fullchain.pem'), cert)
    writeFileSync(join(given, 'privkey.pem'), key)
    await refresh()
    expect((await ask('/')).headers).toMatchObject({ 'strict-transport-security': YEAR })
  })

  it.each(['by the one who keeps it', 'by one who begins anew'])(
    'shows an intermediate that is added to the same certificate, %s',
    async (who) => {
      const root = await generate([{ name: 'commonName', value: 'Some authority' }], {
        ...EC,
        extensions: [...AUTHORITY],
      })
      const ca = { key: root.private, cert: root.cert }
      const { cert, private: key } = await generate([{ name: 'commonName', value: 'care.example.org' }], {
        ...EC,
        ca,
      })
      writeFileSync(join(given, 'fullchain.pem'), cert)
      writeFileSync(join(given, 'privkey.pem'), key)
      await refresh()
      expect((await shown()).issuer).toBeUndefined()

      writeFileSync(join(given, 'fullchain.pem'), `${cert}\n${root.cert}`)
      // Whoever ended between the file and the balancer.
      if (who !== 'by the one who keeps it') writeFileSync(served, `${cert}\n${root.cert}\n${key}`)
      await (who === 'by the one who keeps it' ? refresh : createKeeper(settings))()
      expect((await shown()).issuer).toBe(new X509Certificate(root.cert).serialNumber)
    },
  )
})
