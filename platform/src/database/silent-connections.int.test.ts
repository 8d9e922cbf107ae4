import { createServer, connect as connectTo, type AddressInfo, type Socket } from 'node:net'
import pg from 'pg'
import { expect, it } from 'vitest'
import { cutWhenSilent } from './silent-connections.ts'
import { testDatabase } from './testing.ts'

/** A line that passes everything on until it is told to forget what it knows. */
async function forgetfulLine(url: string) {
  const { port, hostname } = new URL(url)
  const sockets: Socket[] = []
  let isForgotten = false
  const server = createServer((near) => {
    const far = connectTo(Number(port), hostname)
    sockets.push(near, far)
    near.on('data', (bytes) => !isForgotten && far.write(bytes))
    far.on('data', (bytes) => !isForgotten && near.write(bytes))
    for (const socket of [near, far]) socket.on('error', () => {})
    near.on('close', () => far.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe: a TCP server that listens has an address with a port.
  const { port: own } = server.address() as AddressInfo
  return {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(own) }).href,
    forget: () => (isForgotten = true),
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

it('a statement on a connection that a router forgot fails, and an idle connection is left alone', async () => {
  const database = await testDatabase()
  const line = await forgetfulLine(database.url)
  const client = new pg.Client(line.url)
  client.on('error', () => {})
  await client.connect()
  cutWhenSilent(client, 1_500)
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  line.forget()
  await expect(client.query('select 1')).rejects.toThrow(/terminated/)
  line.close()
  await database.drop()
})
