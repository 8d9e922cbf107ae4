import type { Held } from '../presence/rows.ts'
import { heldBy, type TcpConnection } from './connection.ts'

/** More that say they are one device are not needed to see that they are not. */
const MOST_OF_A_DEVICE = 8

/** The open TCP connections of watches. A device has several where a dead one is not closed yet, or where somebody else says that they are it. */
export function createTcpConnections() {
  const byDevice = new Map<number, TcpConnection[]>()
  let count = 0

  const allOf = (deviceId: number): readonly TcpConnection[] => byDevice.get(deviceId) ?? []

  /** The one that is sent what the device is sent: the newest of those known to be it, else the newest. */
  function of(deviceId: number): TcpConnection | undefined {
    const here = allOf(deviceId).filter(isHere)
    return here.findLast(({ isProven }) => isProven) ?? here.at(-1)
  }

  return {
    of,
    allOf,
    count: (): number => count,
    devices: (): IterableIterator<number> => byDevice.keys(),
    held: (): [number, Held][] =>
      [...byDevice.keys()].flatMap((deviceId): [number, Held][] => {
        const tcp = of(deviceId)
        return tcp ? [[deviceId, heldBy(tcp)]] : []
      }),
    /** Nobody is cut off by who comes after: a dead connection ends by its silence. */
    add(tcp: TcpConnection): void {
      const all = [...allOf(tcp.deviceId), tcp]
      byDevice.set(tcp.deviceId, all)
      count++
      if (all.length > MOST_OF_A_DEVICE) onePastAll(all).close()
    },
    /** Answers whether it was the device's last here. */
    remove(tcp: TcpConnection): boolean {
      const left = allOf(tcp.deviceId).filter((one) => one !== tcp)
      if (left.length === allOf(tcp.deviceId).length) return false
      count--
      if (left.length > 0) byDevice.set(tcp.deviceId, left)
      else byDevice.delete(tcp.deviceId)
      return left.length === 0
    },
  }
}

/** One that another node took over is dead, unless it was heard since. */
const isHere = ({ movedAt, claimant }: TcpConnection): boolean =>
  movedAt === undefined || claimant.receivedAt > movedAt

/** Whoever opens many loses one of their own: of the network with the most connections the one that was not heard the longest. */
function onePastAll(all: readonly TcpConnection[]): TcpConnection {
  const countOf = ({ claimant: { network } }: TcpConnection): number =>
    all.filter((other) => other.claimant.network === network).length
  return all.reduce((one, other) => {
    const more = countOf(other) - countOf(one)
    const isLess = more > 0 || (more === 0 && other.claimant.receivedAt < one.claimant.receivedAt)
    return isLess ? other : one
  })
}

export type TcpConnections = ReturnType<typeof createTcpConnections>
