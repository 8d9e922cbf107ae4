import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { isLostConnection } from './lost-connections.ts'
import { PrimaryClient } from './primary-client.ts'

const message = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

/** What PostgreSQL answers to whoever signs in: it is let in, the settings it is told of, and ready. */
const greeting = (inHotStandby: 'on' | 'off'): Buffer =>
  Buffer.concat([
    message('R', Buffer.alloc(4)),
    message('S', Buffer.from(`in_hot_standby\0${inHotStandby}\0`)),
    message('Z', Buffer.from('I')),
  ])

const toClose: (() => unknown)[] = []
afterEach(() => toClose.splice(0).forEach((close) => close()))

async function clientOf(inHotStandby: 'on' | 'off'): Promise<PrimaryClient> {
  const server = createServer((socket) => {
    socket.once('data', () => socket.write(greeting(inHotStandby))).on('error', () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const client = new PrimaryClient(`postgres://carewatch@127.0.0.1:${port}/carewatch`)
  client.on('error', () => {})
  toClose.push(
    () => client.end().catch(() => {}),
    () => server.close(),
  )
  return client
}

it('connects to the server that writes', async () => {
  await expect((await clientOf('off')).connect()).resolves.toBeDefined()
})

it('refuses a replica as one that is away, so that whoever asks asks again', async () => {
  const error = await (await clientOf('on')).connect().catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code: '25006' })
  expect(isLostConnection(error)).toBe(true)
})
