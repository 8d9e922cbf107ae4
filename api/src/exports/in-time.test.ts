import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { createTurns } from './at-once.ts'
import { readInTime } from './in-time.ts'

const PART = 'x'.repeat(64 * 1024)
const COMPANY = 1

/** A file of so many parts over a real line, as a route sends it. */
async function serve(parts: number, withinMs: number) {
  const turns = createTurns()
  const ended: unknown[] = []
  async function* all(): AsyncGenerator<string> {
    for (let n = 0; n < parts; n += 1) yield PART
  }
  async function answer(response: ServerResponse): Promise<void> {
    const stream = await turns.take(COMPANY, async () => readInTime(all(), withinMs))
    stream.once('error', (error: Error) => {
      ended.push(error.message)
      response.destroy()
    })
    stream.pipe(response)
  }
  const server = createServer((_, response) => void answer(response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: a TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { turns, ended, port, close }
}

it('a file that nobody reads on breaks off, and its turn is free', async () => {
  const { turns, ended, port, close } = await serve(2_000, 200)
  const lines = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  for (const line of lines) {
    line.on('error', () => {})
    line.pause()
    line.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n')
  }
  await expect.poll(() => ended, { timeout: 30_000 }).toEqual(['nobody reads on', 'nobody reads on'])
  const third = await turns.take(COMPANY, async () => readInTime((async function* none() {})()))
  third.destroy()
  for (const line of lines) line.destroy()
  await close()
})

it('a file that is read comes whole', async () => {
  const { ended, port, close } = await serve(200, 10_000)
  const answer = await fetch(`http://127.0.0.1:${port}/`)
  expect((await answer.text()).length).toBe(200 * PART.length)
  expect(ended).toEqual([])
  await close()
})
