import { describe, expect, it, vi } from 'vitest'
import { newClaimant } from '../identity/claimant.ts'
import type { TcpConnection } from './connection.ts'
import { createTcpConnections } from './connections.ts'

const HOME = '203.0.113.0/24'
const M = 60_000
let sequence = 0

/** One connection of watch 1, since a minute, and heard last in another. */
type Given = { network?: string; since?: number; received?: number; isProven?: boolean }
function connectionOf({ network = HOME, since = 0, received = since, isProven = true }: Given = {}) {
  const source = { deviceId: 1, deviceUuid: 'one', format: 'watch-iw' }
  const claimant = { ...newClaimant(1, network, since * M), receivedAt: received * M }
  const close = vi.fn<() => void>()
  // Safe: nothing else of a connection is asked for here.
  return {
    deviceId: 1,
    source,
    claimant,
    isProven,
    connection: ++sequence,
    close,
  } as unknown as TcpConnection
}

function open(...all: TcpConnection[]) {
  const connections = createTcpConnections()
  for (const one of all) connections.add(one)
  return connections
}

describe('of several connections of one watch', () => {
  it('the one that is known to be it and was heard last has it', () => {
    const first = connectionOf({ since: 0, received: 20 })
    const dead = connectionOf({ since: 10, received: 11 })
    const stranger = connectionOf({ since: 12, received: 30, isProven: false })
    expect(open(first, dead, stranger).of(1)).toBe(first)
    expect(open(dead, stranger).of(1)).toBe(dead)
    expect(open(stranger).of(1)).toBe(stranger)
  })

  it('the newest has it where all were heard at once', () => {
    const [older, newer] = [connectionOf(), connectionOf()]
    expect(open(older, newer).of(1)).toBe(newer)
  })

  it('none has it that another node took over', () => {
    const moved = { ...connectionOf({ received: 5 }), movedAt: 6 * M }
    expect(open(moved).held()).toEqual([])
    expect(open({ ...moved, movedAt: 4 * M }).held()).toMatchObject([[1, { receivedAt: 5 * M }]])
  })
})

describe('too many connections of one watch', () => {
  it('cost none that is known to be it, from however many networks the others come', () => {
    const own = connectionOf()
    const strangers = Array.from({ length: 9 }, (_, n) =>
      connectionOf({ since: n + 1, network: `198.51.${n}.0/24`, isProven: false }),
    )
    open(own, ...strangers)
    expect(own.close).not.toHaveBeenCalled()
    expect(strangers.filter(({ close }) => vi.mocked(close).mock.calls.length > 0)).toEqual([strangers[0]])
  })

  it('cost none that is not known where it is its own dead ones that are many', () => {
    const dead = Array.from({ length: 9 }, (_, since) => connectionOf({ since }))
    const moved = connectionOf({ since: 10, network: '198.51.100.0/24', isProven: false })
    open(...dead, moved)
    expect(moved.close).not.toHaveBeenCalled()
    expect(dead.filter(({ close }) => vi.mocked(close).mock.calls.length > 0)).toEqual([dead[0]])
  })
})

describe('with the end of one connection the watch', () => {
  it.each<[string, Given, Given, boolean]>([
    ['goes, where an older one is dead', { since: 0, received: 5 }, { since: 10 }, true],
    ['stays, where an older one was heard since', { since: 0, received: 15 }, { since: 10 }, false],
    [
      'stays, where it was a stranger who went',
      { since: 0, received: 5 },
      { since: 10, isProven: false },
      false,
    ],
  ])('%s', (_, older, newest, isGone) => {
    const [left, ended] = [connectionOf(older), connectionOf(newest)]
    expect(open(left, ended).remove(ended)).toBe(isGone)
  })

  it('stays, where a newer one is open', () => {
    const [ended, left] = [connectionOf(), connectionOf({ since: 10 })]
    expect(open(ended, left).remove(ended)).toBe(false)
  })

  it('goes, where none is left', () => {
    const only = connectionOf()
    const connections = open(only)
    expect(connections.remove(only)).toBe(true)
    expect(connections.remove(only)).toBe(false)
  })
})
