import { decodeLiveMessage, type LiveMessage } from '@carewatch/contracts/events'
import { WebSocket } from 'ws'
import type { Product } from './product.ts'

type Answer = { success: boolean; status: number; message: string; context: Record<string, unknown> }

/** Somebody in front of the portal: signs in, asks, and listens to the live socket. */
export async function signIn({ httpUrl }: Pick<Product, 'httpUrl'>, email: string, password = 'carewatch') {
  const call = async (method: string, path: string, body?: unknown, token?: string): Promise<Answer> => {
    const response = await fetch(`${httpUrl}/api${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    // Safe: every answer of the interface has this envelope.
    return (await response.json()) as Answer
  }
  const { context } = await call('POST', '/auth/login', { email, password })
  const token = String(context.token)

  return {
    get: (path: string) => call('GET', path, undefined, token),
    post: (path: string, body?: unknown) => call('POST', path, body ?? {}, token),
    remove: (path: string) => call('DELETE', path, undefined, token),
    listen: (devices: string[] = []) => listen(httpUrl, token, devices),
  }
}

/** The live socket of a signed-in person: what it received, and a way to wait for something. */
async function listen(httpUrl: string, token: string, devices: string[]) {
  const socket = new WebSocket(`${httpUrl.replace('http', 'ws')}/api/live`)
  const received: LiveMessage[] = []
  let wake = (): void => {}
  socket.on('open', () => socket.send(JSON.stringify({ type: 'authorize', token })))
  socket.on('message', (bytes: Buffer) => {
    received.push(decodeLiveMessage(bytes.toString()))
    wake()
  })

  /** The first message, received or still to come, that passes. */
  async function next<T extends LiveMessage>(passes: (message: LiveMessage) => message is T): Promise<T> {
    for (;;) {
      const found = received.find(passes)
      if (found) return found
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  await next(
    (message): message is Extract<LiveMessage, { type: 'authorized' }> => message.type === 'authorized',
  )
  socket.send(JSON.stringify({ type: 'watch', devices }))
  return { received, next, close: () => socket.terminate() }
}

export const isNotification =
  (change: string) =>
  (message: LiveMessage): message is Extract<LiveMessage, { type: 'notification' }> =>
    message.type === 'notification' && message.change === change
