import { setTimeout as wait } from 'node:timers/promises'
import type { Socket } from 'node:net'
import type { FormatName } from '@carewatch/contracts/formats'
import type pg from 'pg'
import { type Claimant, newClaimant } from '../identity/claimant.ts'
import type { Conflicts } from '../identity/conflicts.ts'
import { networkOf } from '../identity/network.ts'
import { arrive } from '../identity/sign-in-facts.ts'
import { callerOf } from '../proxy/caller.ts'
import type { TcpConnections } from './connections.ts'
import { type AuthenticatedWatch, findByIdentity, type FoundWatch, type TcpSignIn } from './find-device.ts'

const WAIT_FOR_DATABASE_MS = 20_000
const ASK_AGAIN_MS = 300

export type Caller = { socket: Socket; format: FormatName; frame: Uint8Array }
type Admitted = { ok: true; known: AuthenticatedWatch } | Extract<TcpSignIn, { ok: false }>

type Options = {
  db: pg.Pool
  tcpConnections: TcpConnections
  conflicts: Conflicts
  nodeId: number
  onError: (error: Error) => void
}

/** Finds the watch that somebody says they are, and says whether the connection is known to be its own. */
export function createAdmission({ db, tcpConnections, conflicts, nodeId, onError }: Options) {
  /** While the database is away it is asked again; a watch that is sent away comes back, but late. */
  async function asking<Answer>(socket: Socket, ask: () => Promise<Answer>): Promise<Answer | undefined> {
    const until = Date.now() + WAIT_FOR_DATABASE_MS
    while (!socket.destroyed && Date.now() < until) {
      try {
        return await ask()
      } catch (error) {
        onError(error as Error)
        await wait(ASK_AGAIN_MS)
      }
    }
    return undefined
  }

  async function admit(known: FoundWatch, socket: Socket): Promise<AuthenticatedWatch | undefined> {
    const { deviceId } = known.source
    const network = networkOf(callerOf(socket))
    const now = conflicts.now()
    const arrived = await asking(socket, () => {
      const receivedAt = tcpConnections.receivedAt(deviceId)
      return arrive(db, { deviceId, network, nodeId, receivedAt, now })
    })
    if (!arrived) return undefined
    const source = { ...known.source, network }
    return { ...known, ...arrived, source, nodeId, claimant: newClaimant(deviceId, network, now) }
  }

  return async (identity: string, { socket, format }: Caller): Promise<Admitted | undefined> => {
    const found = await asking(socket, () => findByIdentity(db, identity, format))
    if (!found?.ok) return found
    const known = await admit(found.known, socket)
    return known && { ok: true, known }
  }
}

const CLAIMED = `select pg_notify('device_claimed', $1)`

/** Of several nodes each knows its own connections. */
export const notifyNode = (
  db: pg.Pool,
  { otherNode, claimant: { deviceId, network } }: { otherNode: number; claimant: Claimant },
): Promise<unknown> => db.query(CLAIMED, [JSON.stringify({ nodeId: otherNode, deviceId, network })])
