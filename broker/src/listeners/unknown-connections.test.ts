import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createUnknownConnections } from './unknown-connections.ts'

/** As much of a socket as is looked at. */
function connection() {
  const emitter = new EventEmitter()
  let isCut = false
  const socket = Object.assign(emitter, {
    bytesRead: 0,
    destroy: () => {
      isCut = true
      emitter.emit('close')
    },
  }) as unknown as Socket & { bytesRead: number }
  return { socket, isCut: () => isCut }
}

function opened(bounds: { mostSilent: number; mostUnknown?: number }) {
  const unknown = createUnknownConnections(bounds)
  const open = (address: string, count: number) =>
    Array.from({ length: count }, () => {
      const one = connection()
      unknown.add(one.socket, address)
      return one
    })
  return { unknown, open }
}
const cutOf = (all: readonly { isCut: () => boolean }[]): boolean[] => all.map(({ isCut }) => isCut())

describe('connections that nobody knows', () => {
  it('are cut from where most come, the oldest first, and nobody else is', () => {
    const { unknown, open } = opened({ mostSilent: 5 })
    const residents = open('198.51.100.7', 2)
    const attacker = open('203.0.113.9', 6)
    expect(cutOf(residents)).toEqual([false, false])
    expect(cutOf(attacker)).toEqual([true, true, true, false, false, false])
    expect(unknown.count()).toBe(5)
  })

  it('that spoke stay, also behind the address of whoever fills the door', () => {
    const { open } = opened({ mostSilent: 3 })
    const [watch] = open('203.0.113.9', 1)
    if (watch) watch.socket.bytesRead = 40
    const attacker = open('203.0.113.9', 10)
    expect(watch?.isCut()).toBe(false)
    expect(cutOf(attacker).filter((isCut) => !isCut)).toHaveLength(3)
  })

  it('are counted no more once they are signed in, or gone', () => {
    const { unknown, open } = opened({ mostSilent: 3 })
    const [first, second] = open('198.51.100.7', 3)
    if (first) unknown.known(first.socket)
    second?.socket.emit('close')
    expect(unknown.count()).toBe(1)
    expect(cutOf(open('198.51.100.7', 2))).toEqual([false, false])
    expect(first?.isCut()).toBe(false)
  })

  it('that speak and do not sign in are bounded too', () => {
    const { unknown, open } = opened({ mostSilent: 1, mostUnknown: 2 })
    const all = open('203.0.113.9', 1)
    for (let at = 0; at < 5; at++) {
      for (const { socket } of all) socket.bytesRead = 1
      all.push(...open('203.0.113.9', 1))
    }
    expect(unknown.count()).toBe(3)
    expect(cutOf(all)).toEqual([true, true, true, false, false, false])
  })

  it('of one network are counted as one, whichever of its addresses they come from', () => {
    const { open } = opened({ mostSilent: 4 })
    const residents = open('198.51.100.7', 2)
    const attacker = ['203.0.113.9', '::ffff:203.0.113.10', '203.0.113.11'].flatMap((from) => open(from, 1))
    expect([cutOf(residents), cutOf(attacker)]).toEqual([
      [false, false],
      [true, false, false],
    ])
  })

  it('do not count what a balancer said before they began', () => {
    const unknown = createUnknownConnections({ mostSilent: 1 })
    const [one, other] = [connection(), connection()]
    one.socket.bytesRead = 50
    unknown.add(one.socket, '203.0.113.9')
    unknown.add(other.socket, '203.0.113.9')
    expect([one.isCut(), other.isCut()]).toEqual([true, false])
  })
})
