import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, globalAgent } from 'node:https'
import type { AddressInfo } from 'node:net'
import { pushSubscriptions } from '@carewatch/migrations/schema/people'
import { newPushKeys } from '@carewatch/platform/credentials/push-keys'
import { decrypt } from 'http_ece'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHarness, type Harness } from '../testing/harness.ts'

const pair = newPushKeys()

/** A push service on loopback: what was sent to which of its addresses. */
async function startPushService() {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }])
  globalAgent.options.ca = cert
  const received: { path: string; body: Buffer }[] = []
  let status = 201
  const server = createServer({ key, cert }, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ path: request.url ?? '', body: Buffer.concat(parts) })
      response.writeHead(status).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: a TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    received: received,
    url: `https://localhost:${port}`,
    answerWith: (next: number) => (status = next),
    close: () => server.close(),
  }
}

/** A browser's half of a subscription. */
function aBrowser() {
  const own = createECDH('prime256v1')
  own.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') },
    read: (body: Buffer): unknown =>
      JSON.parse(
        decrypt(body, {
          version: 'aes128gcm',
          privateKey: own,
          authSecret: auth.toString('base64url'),
        }).toString(),
      ),
  }
}

describe('web push', () => {
  let harness: Harness
  let service: Awaited<ReturnType<typeof startPushService>>
  beforeAll(async () => {
    service = await startPushService()
    harness = await startHarness({
      VAPID_PUBLIC_KEY: pair.publicKey,
      VAPID_PRIVATE_KEY: pair.privateKey,
      // The port stands in the host where it is another than that of HTTPS.
      PUSH_HOSTS: new URL(service.url).host,
    })
  })
  afterAll(async () => {
    await harness.close()
    service.close()
  })

  it('reaches the browser, which alone can read it, in the language of its person', async () => {
    const { token } = await harness.person('OWNER')
    const { keys, read } = aBrowser()
    const body = { endpoint: `${service.url}/one`, keys, expirationTime: null }
    expect(await harness.call('POST', '/push/subscribe', { token, body })).toMatchObject({ status: 200 })
    const answer = await harness.call('POST', '/push/test', { token, body: {}, language: 'de' })
    expect(answer.context).toEqual({ sent: 1, failed: 0 })
    const [sent] = service.received
    expect(read(sent?.body ?? Buffer.alloc(0))).toMatchObject({
      title: 'Carewatch',
      body: 'Alarme erreichen Sie auf diesem Gerät.',
      path: '/user/detail/currentUser',
    })
  })

  it('forgets a browser that the service knows no more', async () => {
    const { token, id } = await harness.person('OWNER')
    const body = { endpoint: `${service.url}/gone`, keys: aBrowser().keys }
    await harness.call('POST', '/push/subscribe', { token, body })
    service.answerWith(410)
    const answer = await harness.call('POST', '/push/test', { token, body: {} })
    service.answerWith(201)
    expect(answer.context).toEqual({ sent: 0, failed: 1 })
    const left = await harness.db.select().from(pushSubscriptions)
    expect(left.filter(({ userId }) => userId === id)).toEqual([])
  })

  it('is of whoever signed in there last, and nobody else ends it', async () => {
    const [first, second] = [await harness.person('OWNER'), await harness.person('OWNER')]
    const body = { endpoint: `${service.url}/shared`, keys: aBrowser().keys }
    for (const { token } of [first, second]) await harness.call('POST', '/push/subscribe', { token, body })
    await harness.call('POST', '/push/unsubscribe', { token: first.token, body: { endpoint: body.endpoint } })
    const count = (token: string) => harness.call('POST', '/push/test', { token, body: {} })
    expect((await count(first.token)).context).toEqual({ sent: 0, failed: 0 })
    expect((await count(second.token)).context).toEqual({ sent: 1, failed: 0 })
  })

  it.each(['https://127.0.0.1:9/x', 'https://169.254.169.254/latest', 'http://localhost/x', 'no address'])(
    'is not sent to %s',
    async (endpoint) => {
      const { token } = await harness.person('OWNER')
      const answer = await harness.call('POST', '/push/subscribe', {
        token,
        body: { endpoint, keys: aBrowser().keys },
      })
      expect(answer).toMatchObject({ status: 400, context: { errors: { endpoint: 'is not valid' } } })
    },
  )
})
