import type { Socket } from 'node:net'

/** How one direction of a line passes on what it is given. */
export type Manner = { isClogged: boolean; delayMs: number; bytesAtOnce: number }
export const PASSING: Manner = { isClogged: false, delayMs: 0, bytesAtOnce: 0 }

const TRICKLE_EVERY_MS = 50

type Waiting = { bytes: Buffer; due: number }

/** Passes bytes on in order. What is held back makes whoever sends wait, as a full network would. */
export function createPump(from: Socket, to: Socket, first: Manner) {
  let manner = first
  let waiting: Waiting[] = []
  let timer: NodeJS.Timeout | undefined

  function pass(bytes: Buffer): void {
    if (to.destroyed) return
    if (!to.write(bytes) && !manner.isClogged) {
      from.pause()
      to.once('drain', () => {
        if (!manner.isClogged) from.resume()
      })
    }
  }

  function later(ms: number): void {
    timer ??= setTimeout(() => {
      timer = undefined
      flush()
    }, ms)
  }

  function flush(): void {
    const [head] = waiting
    if (!head || manner.isClogged) return
    const restMs = head.due - performance.now()
    if (restMs > 0) return later(restMs)
    const size = manner.bytesAtOnce || head.bytes.length
    pass(head.bytes.subarray(0, size))
    if (size < head.bytes.length) {
      head.bytes = head.bytes.subarray(size)
      return later(TRICKLE_EVERY_MS)
    }
    waiting = waiting.slice(1)
    flush()
  }

  from.on('data', (bytes: Buffer) => {
    const isPlain = waiting.length === 0 && !manner.isClogged && !manner.delayMs && !manner.bytesAtOnce
    if (isPlain) return pass(bytes)
    waiting.push({ bytes, due: performance.now() + manner.delayMs })
    flush()
  })
  from.on('close', () => clearTimeout(timer))
  if (manner.isClogged) from.pause()

  return {
    set(next: Manner): void {
      manner = next
      if (manner.isClogged) from.pause()
      else from.resume()
      flush()
    },
  }
}
export type Pump = ReturnType<typeof createPump>
