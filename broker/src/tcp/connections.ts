import type { Holding } from '../presence/rows.ts'
import { heldBy, type TcpConnection } from './connection.ts'

/** More that say they are one device are not needed to see that they are not; and no device has more of its own that are not dead. */
const MOST_OF_A_DEVICE = 8

/** The open TCP connections of watches. A device has several where a dead one is not closed yet, or where somebody else says that they are it. */
export function createTcpConnections() {
  const byDevice = new Map<number, TcpConnection[]>()
  let count = 0

  const allOf = (deviceId: number): readonly TcpConnection[] => byDevice.get(deviceId) ?? []

  /** The one that is sent what the device is sent: of those known to be it the one that was heard last, for the others may be dead. Where none is, the same of all. */
  function of(deviceId: number): TcpConnection | undefined {
    const here = allOf(deviceId).filter(isHere)
    return heardLast(here.filter(({ isProven }) => isProven)) ?? heardLast(here)
  }

  return {
    of,
    allOf,
    /** When one that is known to be the device was last heard, but for the one that asks. */
    receivedAt(deviceId: number, asking?: TcpConnection): number | null {
      const others = allOf(deviceId).filter((one) => one.isProven && one !== asking)
      return heardLast(others)?.claimant.receivedAt ?? null
    },
    undecided: (): TcpConnection[] => [...byDevice.values()].flat().filter((one) => one.isUndecided),
    count: (): number => count,
    devices: (): IterableIterator<number> => byDevice.keys(),
    held: (): [number, Holding][] =>
      [...byDevice.keys()].flatMap((deviceId): [number, Holding][] => {
        const tcp = of(deviceId)
        if (!tcp) return []
        const { connection: number, claimant } = tcp
        return [[deviceId, { ...heldBy(tcp), number, receivedAt: claimant.receivedAt }]]
      }),
    /** Nobody is cut off by who comes after: a dead connection ends by its silence. */
    add(tcp: TcpConnection): void {
      const all = [...allOf(tcp.deviceId), tcp]
      byDevice.set(tcp.deviceId, all)
      count++
      // Whoever is not known to be the device takes no place of one that is, nor is cut for the dead ones of the device.
      const alike = all.filter(({ isProven }) => isProven === tcp.isProven)
      if (alike.length > MOST_OF_A_DEVICE) onePastAll(alike).close()
    },
    /** Answers whether the device went with it: whether none is left but what is dead. */
    remove(tcp: TcpConnection): boolean {
      const left = allOf(tcp.deviceId).filter((one) => one !== tcp)
      if (left.length === allOf(tcp.deviceId).length) return false
      count--
      if (left.length > 0) byDevice.set(tcp.deviceId, left)
      else byDevice.delete(tcp.deviceId)
      return !left.some((one) => isLeftOf(tcp, one))
    },
  }
}

const heardLast = (all: readonly TcpConnection[]): TcpConnection | undefined =>
  all.reduce<TcpConnection | undefined>(
    (last, one) => (last && last.claimant.receivedAt > one.claimant.receivedAt ? last : one),
    undefined,
  )

/** One that another node took over is dead, unless it was heard since. */
const isHere = ({ movedAt, claimant }: TcpConnection): boolean =>
  movedAt === undefined || claimant.receivedAt > movedAt

/** Whether one goes on when another of its device ends: it came later or was heard beside it. That a stranger goes says nothing of the device. */
function isLeftOf(ended: TcpConnection, one: TcpConnection): boolean {
  if (!isHere(one)) return false
  if (one.isProven && !ended.isProven) return true
  return one.connection > ended.connection || one.claimant.receivedAt > ended.claimant.signedInAt
}

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
