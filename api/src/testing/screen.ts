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
  const say = (message: object) => socket.send(JSON.stringify(message))
  const untilReceived = async (type: string) => {
    await until(`${type} is heard`, () => received.some((message) => message.type === type))
    return received.find((message) => message.type === type)
  }
  return { socket, received: received, closed, say, untilReceived }
}
export type Screen = Awaited<ReturnType<typeof openScreen>>

/** A screen that is signed in and looks at these devices. */
export async function look(harness: Harness, token: string, watched: string[] = []): Promise<Screen> {
  const screen = await openScreen(harness)
  screen.say({ type: 'authorize', token })
  await screen.untilReceived('authorized')
  if (watched.length > 0) screen.say({ type: 'watch', devices: watched })
  return screen
}

/** An answered ping: everything said before has been attended to, and everything told before has arrived. */
export async function settled(screen: Screen): Promise<void> {
  const before = screen.received.filter(({ type }) => type === 'pong').length
  screen.say({ type: 'ping' })
  await until('pong', () => screen.received.filter(({ type }) => type === 'pong').length > before)
}

/** An event on the live lane, as the other services tell it. */
export const publish = ({ broker }: Harness, topic: string, event: LiveEvent): Promise<void> =>
  new Promise((resolve, reject) => {
    const payload = encodeEvent(event)
    const packet = { cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false } as const
    broker.publish(packet, (error) => (error ? reject(error) : resolve()))
  })
