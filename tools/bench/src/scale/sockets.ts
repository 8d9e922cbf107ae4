import { once } from 'node:events'
import { openRelational } from '@carewatch/platform/database/client'
import { createUser } from '@carewatch/migrations/factories'
import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { Figure } from '../figures.ts'
import type { Product } from '../harness/product.ts'
import { signIn } from '../harness/viewer.ts'
import { residentOf } from '../harness/weigh.ts'

const PEOPLE = 60
/** As many as one person may have. */
const EACH = 5

async function openSocket(httpPort: number, token: string): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${httpPort}/api/live`)
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'authorize', token }))
  await once(socket, 'message')
  socket.send(JSON.stringify({ type: 'watch', devices: [] }))
  return socket
}

/** What one open screen keeps at the api: the growth of the process over 300 of them. */
export async function weighSockets(databaseUrl: string, { httpPort, parts }: Product): Promise<Figure[]> {
  const { db, close } = openRelational(databaseUrl, 4)
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, () => createUser(db, { role: 'SUPERVISOR' })),
  )
  await close()
  const tokens: string[] = []
  for (const { email } of people) tokens.push(await signIn(httpPort, { email, password: 'carewatch' }))
  await wait(1_000)
  const before = residentOf(parts['api'] ?? 0)
  const sockets: WebSocket[] = []
  for (const token of tokens)
    sockets.push(...(await Promise.all(Array.from({ length: EACH }, () => openSocket(httpPort, token)))))
  await wait(1_000)
  const grown = residentOf(parts['api'] ?? 0) - before
  for (const socket of sockets) socket.terminate()
  return [
    {
      name: 'cost of one open screen: resident at the api',
      unit: 'KiB',
      value: grown / sockets.length / 1_024,
      limits: [],
      note: `${sockets.length} sockets; the collector's reserve counts too`,
    },
  ]
}
