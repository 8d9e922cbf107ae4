import type pg from 'pg'
import { expect, it } from 'vitest'
import { createConflicts } from '../identity/conflicts.ts'
import { newClaimant } from '../identity/claimant.ts'
import type { TcpConnection } from '../tcp/connection.ts'
import { createTcpConnections } from '../tcp/connections.ts'
import { createTurns } from '../tcp/turns.ts'
import { createTcpRenewal } from './renewal.ts'

const HOME = '203.0.113.0/24'
const knownFrom = (networks: string[]) => ({
  givenAt: 0,
  proof: 'PAIRED',
  pinning: 'STRICT',
  networks: networks.map((network) => ({ network, isKnown: true, firstSeenAt: 0, lastSeenAt: 0 })),
  conflictAt: null,
  otherNode: null,
})

it('what is read of a connection last stays, however long what was read before takes', async () => {
  const { promise: first, resolve: answerFirst } = Promise.withResolvers<object>()
  const facts = [first, Promise.resolve(knownFrom([HOME]))]
  const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>()
  const query = async (statement: string | { name: string }) => {
    if (typeof statement === 'string') return { rows: [{ authorized: true }] }
    if (statement.name === 'tcp-profile') return { rows: [] }
    const next = facts.shift()
    asked()
    return { rows: [await next] }
  }
  // Safe: nothing else of a pool and of a connection is asked for here.
  const db = { query } as unknown as pg.Pool
  const claimant = newClaimant(1, HOME, 0)
  const tcp = { deviceId: 1, claimant, isProven: false, renewInTurn: createTurns() } as TcpConnection
  const conflicts = createConflicts({ db, onError: () => {}, now: () => 0 })
  const renew = createTcpRenewal({ db, tcpConnections: createTcpConnections(), conflicts, nodeId: 1 })
  const both = [renew(tcp), renew(tcp)]
  await isAsked
  await new Promise(setImmediate)
  answerFirst(knownFrom([]))
  await Promise.all(both)
  expect(tcp.isProven).toBe(true)
})
