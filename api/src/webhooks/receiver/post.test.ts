import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { readNetworks } from './networks.ts'
import { post } from './post.ts'

const own = readNetworks('127.0.0.1/32') ?? []
const message = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body: '{}' })

const open: { server: Server; sockets: Set<Socket> }[] = []
afterEach(() => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
})

/** A receiver byte by byte; how many connections it was made is what it answers. */
async function startLine(answer: (socket: Socket) => void, host = '127.0.0.1', port = 0) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  })
  open.push({ server, sockets })
  server.listen(port, host)
  await once(server, 'listening')
  // Safe: a TCP server that listens has an address with a port.
  const { port: given } = server.address() as { port: number }
  return { port: given, connections: () => sockets.size }
}

const take = (socket: Socket): void => void socket.end('HTTP/1.1 204 No Content\r\n\r\n')

describe('a receiver that is slow, half or lying', () => {
  const WITHIN_MS = 400

  it.each([
    ['says nothing', () => {}],
    ['says half of its first line', (socket: Socket) => void socket.write('HTTP/1.1 20')],
    ['never ends its head', (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\nx-more: a')],
    [
      'says a letter now and then',
      (socket: Socket) => {
        const drip = setInterval(() => socket.write('x'), 50)
        socket.write('HTTP/1.1 200 OK\r\nx: ')
        socket.on('close', () => clearInterval(drip))
      },
    ],
  ])('is given up when it %s', async (_, answer) => {
    const { port } = await startLine(answer)
    const sent = await post(message(`http://127.0.0.1:${port}/`), { own, withinMs: WITHIN_MS })
    expect(sent).toEqual({ status: null, fault: 'timeout', retryAfterMs: null })
  })

  it('has taken it by its first line, whatever it goes on to say', async () => {
    const { port } = await startLine((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n')
      const flood = setInterval(() => socket.write('x'.repeat(10_000)), 10)
      socket.on('close', () => clearInterval(flood))
    })
    const sent = await post(message(`http://127.0.0.1:${port}/`), { own })
    expect(sent).toMatchObject({ status: 200, fault: null })
  })

  it.each([
    ['hangs up', (socket: Socket) => void socket.destroy()],
    ['speaks no HTTP', (socket: Socket) => void socket.end('hello\r\n\r\n')],
    [
      'has a head without an end',
      (socket: Socket) => void socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}`),
    ],
  ])('is not believed when it %s', async (_, answer) => {
    const { port } = await startLine(answer)
    const sent = await post(message(`http://127.0.0.1:${port}/`), { own })
    expect(sent).toMatchObject({ status: null, fault: 'unreachable' })
  })

  it('leads nowhere else, and not to this machine', async () => {
    const inner = await startLine(take)
    const { port } = await startLine(
      (socket) =>
        void socket.end(
          `HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:${inner.port}/\r\ncontent-length: 0\r\n\r\n`,
        ),
    )
    const sent = await post(message(`http://127.0.0.1:${port}/`), { own })
    expect(sent).toMatchObject({ status: 302, fault: 'redirected' })
    expect(inner.connections()).toBe(0)
  })
})

describe('a name that leads elsewhere meanwhile', () => {
  /** A name server that answers otherwise each time it is asked. */
  function rebinding(...answers: string[][]) {
    const asked: string[] = []
    const resolve = async (name: string) => {
      asked.push(name)
      return (answers[asked.length - 1] ?? []).map((address) => ({ address, family: 4 }))
    }
    return { asked, way: { own, resolve } }
  }

  it('is asked for once, and connected to where it was looked at', async () => {
    const allowed = await startLine(take)
    const inner = await startLine(take, '127.0.0.2', allowed.port)
    const { asked, way } = rebinding(['127.0.0.1'], ['127.0.0.2'])
    const url = `http://rebinding.example:${allowed.port}/`
    expect(await post(message(url), way)).toMatchObject({ status: 204, fault: null })
    expect(asked).toEqual(['rebinding.example'])
    expect(await post(message(url), way)).toMatchObject({ status: null, fault: 'notAllowed' })
    expect([allowed.connections(), inner.connections()]).toEqual([1, 0])
  })

  it('is not written to where one of its addresses is not allowed, whichever comes first', async () => {
    const allowed = await startLine(take)
    const url = `http://rebinding.example:${allowed.port}/`
    for (const both of [
      ['127.0.0.1', '10.0.0.1'],
      ['10.0.0.1', '127.0.0.1'],
    ])
      expect(await post(message(url), rebinding(both).way)).toMatchObject({ fault: 'notAllowed' })
    expect(await post(message(url), rebinding([]).way)).toMatchObject({ fault: 'notAllowed' })
    expect(allowed.connections()).toBe(0)
  })
})
