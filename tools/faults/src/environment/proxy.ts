import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '@carewatch/launcher/ports'
import { createPump, type Manner, PASSING, type Pump } from './pump.ts'

const CLOGGED: Manner = { ...PASSING, isClogged: true }

type Pair = { near: Socket; far: Socket; up: Pump; down: Pump; isForgotten: boolean }
type Manners = { up: Manner; down: Manner }

/** The two halves of one connection through a line, which live and die together as long as the line passes on. */
function join(near: Socket, far: Socket, { manners, onEnd }: { manners: () => Manners; onEnd: () => void }) {
  const { up, down } = manners()
  const pair: Pair = {
    near,
    far,
    up: createPump(near, far, up),
    down: createPump(far, near, down),
    isForgotten: false,
  }
  const end = (other: Socket) => (): void => {
    if (pair.isForgotten || manners().up.isClogged || manners().down.isClogged) return
    onEnd()
    other.destroy()
  }
  near.on('error', () => {}).on('close', end(far))
  far.on('error', () => {}).on('close', end(near))
  return pair
}

/** As a router that lost its table: what was open is dead without a word. */
function forget(pair: Pair): void {
  pair.isForgotten = true
  pair.up.set(CLOGGED)
  pair.down.set(CLOGGED)
  pair.far.resetAndDestroy()
}

function reset({ near, far }: Pair): void {
  near.resetAndDestroy()
  far.resetAndDestroy()
}

/** A cable between two programs that can be cut, clogged, slowed and mended. */
export async function openProxy(
  target: number,
  { host = '127.0.0.1', to = '127.0.0.1' }: { host?: string; to?: string } = {},
) {
  const pairs = new Set<Pair>()
  let manners: Manners = { up: PASSING, down: PASSING }
  let isCut = false

  function set(up: Manner, down: Manner): void {
    manners = { up, down }
    for (const pair of pairs) {
      if (pair.isForgotten) continue
      pair.up.set(up)
      pair.down.set(down)
    }
  }

  const port = await freePort(host)
  const server = createServer((near) => {
    if (isCut) return void near.resetAndDestroy()
    near.setNoDelay(true)
    const far = connect({ port: target, host: to, noDelay: true })
    const pair: Pair = join(near, far, { manners: () => manners, onEnd: () => pairs.delete(pair) })
    pairs.add(pair)
  })
  await new Promise<void>((resolve) => server.listen({ port, host, backlog: 4_096 }, resolve))

  return {
    port,
    /** Every connection is reset, and whoever tries anew is too. */
    cut(): void {
      isCut = true
      for (const pair of pairs) reset(pair)
      pairs.clear()
    },
    /** Nothing passes and no connection is closed. */
    clog: (way: 'both' | 'up' | 'down' = 'both'): void =>
      set(way === 'down' ? PASSING : CLOGGED, way === 'up' ? PASSING : CLOGGED),
    /** What was open is dead without a word; what is opened now passes. */
    forget: (): void => pairs.forEach(forget),
    delay: (delayMs: number): void => set({ ...PASSING, delayMs }, { ...PASSING, delayMs }),
    trickle: (bytesAtOnce: number): void => set({ ...PASSING, bytesAtOnce }, { ...PASSING, bytesAtOnce }),
    mend(): void {
      isCut = false
      set(PASSING, PASSING)
      for (const pair of pairs) {
        if (pair.isForgotten || (!pair.near.destroyed && !pair.far.destroyed)) continue
        reset(pair)
        pairs.delete(pair)
      }
    },
    close: async (): Promise<void> => {
      for (const pair of pairs) reset(pair)
      await new Promise((closed) => server.close(closed))
    },
  }
}
export type Proxy = Awaited<ReturnType<typeof openProxy>>
