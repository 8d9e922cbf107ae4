import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** A database that ends as somebody asks it for the first time. */
let server: Server
beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.resetAndDestroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

/** A process of its own: where the event loop turns no more no test would ever end. */
const program = (port: number): string => `
  import { openQueues } from ${JSON.stringify(new URL('queues.ts', import.meta.url).href)}
  const url = 'postgres://nobody:nothing@127.0.0.1:${port}/none'
  const queues = openQueues({ databaseUrl: url, redisUrl: undefined, onError: () => {} })
  queues.worker('work', () => {})
  setTimeout(() => { console.log('turns'); process.exit(0) }, 1_000)`

it('a worker whose database ends as it asks for the first time leaves others their turn', async () => {
  // Safe: a TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo
  const child = spawn(process.execPath, ['--input-type=module', '-e', program(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const chunks: string[] = []
  child.stdout.on('data', (bytes: Buffer) => chunks.push(String(bytes)))
  const impatient = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await once(child, 'close')
  clearTimeout(impatient)
  expect(chunks.join('')).toBe('turns\n')
})
