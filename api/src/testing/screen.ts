import { once } from 'node:events'
import { encodeEvent, type LiveEvent } from '@carewatch/contracts/events'
import { WebSocket } from 'ws'
import { type Harness, until } from './harness.ts'

type Message = { type: string; [field: string]: unknown }

/** A live socket, before it has said who it is. */
export async function openScreen({ api }: Harness) {
  const socket = new WebSocket(`${api.url.replace('http', 'ws')}/api/live`)
  const received: Message[] = []
  const closed = { code: 0 }
  // Safe: every frame of ours is an object with a type.
  socket.on('message', (frame: Buffer) => received.push(JSON.parse(frame.toString()) as Message))
  socket.on('close', (code) => (closed.code = code))
  await once(socket, 'open')
  const send = (message: object) => socket.send(JSON.stringify(message))
  const untilReceived = async (type: string) => {
    await until(`${type} is received`, () => received.some((message) => message.type === type))
    return received.find((message) => message.type === type)
  }
  return { socket, received: received, closed, send, untilReceived }
}
export type Screen = Awaited<ReturnType<typeof openScreen>>

/** A screen that is signed in and looks at these devices. */
export async function look(harness: Harness, token: string, watched: string[] = []): Promise<Screen> {
  const screen = await openScreen(harness)
  screen.send({ type: 'authorize', token })
  await screen.untilReceived('authorized')
  if (watched.length > 0) screen.send({ type: 'watch', devices: watched })
  return screen
}

/** An answered ping: everything sent before has been handled, and everything published before has arrived. */
export async function settled(screen: Screen): Promise<void> {
  const before = screen.received.filter(({ type }) => type === 'pong').length
  screen.send({ type: 'ping' })
  await until('pong', () => screen.received.filter(({ type }) => type === 'pong').length > before)
}

/** An event on a live topic, as the other services publish it. */
export const publish = ({ broker }: Harness, topic: string, event: LiveEvent): Promise<void> =>
  new Promise((resolve, reject) => {
    const payload = encodeEvent(event)
    const packet = { cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false } as const
    broker.publish(packet, (error) => (error ? reject(error) : resolve()))
  })
