import { once } from 'node:events'
import { WebSocket } from 'ws'
import { MANAGER } from './company.ts'

/** What the probes look at in a live message; the contract is checked by the product's own tests. */
export type Received = {
  type: string
  deviceUuid?: string
  readings?: { time: string }[]
  change?: string
  notification?: { kind: string; deviceUuid: string }
}

export async function signIn(
  httpPort: number,
  who: { email: string; password: string } = MANAGER,
): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${httpPort}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(who),
  })
  const { context } = (await answer.json()) as { context?: { token?: string } }
  if (!context?.token) throw new Error(`The bench could not sign in: ${answer.status}`)
  return context.token
}

/** A nurse's screen: signed in and looking at these devices. */
export async function openScreen(
  httpPort: number,
  devices: readonly string[],
  onReceived: (received: Received) => void,
): Promise<{ close: () => void }> {
  const token = await signIn(httpPort)
  const socket = new WebSocket(`ws://127.0.0.1:${httpPort}/api/live`)
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'authorize', token }))
  await once(socket, 'message')
  socket.on('message', (frame: Buffer) => onReceived(JSON.parse(frame.toString()) as Received))
  socket.send(JSON.stringify({ type: 'watch', devices }))
  return { close: () => socket.terminate() }
}
