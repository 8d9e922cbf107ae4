import { connect, type Socket } from 'node:net'
import { nextAttack, type Attack } from './attacks.ts'
import type { Identity } from './corpus.ts'
import { createRandom } from './random.ts'

type Options = { port: number; identity: Identity; seed: number; seconds: number; connections?: number }

const ANSWER_MS = 40

/** Attacks a broker for so long, on so many connections at once. Answers how often with what; connections that it left open are closed at the end. */
export async function fuzz({ port, identity, seed, seconds, connections = 16 }: Options) {
  const until = Date.now() + seconds * 1_000
  const counts: Record<string, number> = {}
  const left = new Set<Socket>()

  const attackOn = async (connection: number): Promise<void> => {
    const random = createRandom(seed * 1_000 + connection)
    while (Date.now() < until) {
      const attack = nextAttack(identity, random)
      counts[attack.name] = (counts[attack.name] ?? 0) + 1
      const socket = await send(port, attack)
      if (attack.isLeftOpen && left.size < 100) left.add(socket)
      else socket.destroy()
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, connection) => attackOn(connection)))
  for (const socket of left) socket.destroy()
  return counts
}

/** Sends the pieces one after another, and waits a moment for what the broker makes of them. */
async function send(port: number, { pieces }: Attack): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.resume()
  for (const piece of pieces) {
    if (socket.destroyed) break
    await new Promise<void>((written) => socket.write(piece, () => written()))
  }
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
    setTimeout(resolve, ANSWER_MS)
  })
  return socket
}
