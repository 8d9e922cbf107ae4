import { setTimeout as wait } from 'node:timers/promises'
import type { Socket } from 'node:net'
import type { FormatName } from '@carewatch/contracts/formats'
import type { Ingest } from '@carewatch/ingest/ingest'
import type pg from 'pg'
import type { Presence } from '../presence/presence.ts'
import { callerOf } from '../proxy/caller.ts'
import type { TcpConnection } from './connection.ts'
import type { TcpConnections } from './connections.ts'
import { sendCommands } from './send-commands.ts'
import { sendSettings } from './send-settings.ts'
import { findByIdentity, type AuthenticatedWatch, type TcpSignIn } from './find-device.ts'

const WAIT_FOR_DATABASE_MS = 20_000
const ASK_AGAIN_MS = 300

export type AuthenticationOptions = {
  db: pg.Pool
  ingest: Ingest
  tcpConnections: TcpConnections
  presence: Presence
  nodeId: number
  noteUnregistered: (seen: { username: string; address: string; format: string }) => void
  onRefused: (reason: string) => void
  onError: (error: Error) => void
}

type Caller = { socket: Socket; format: FormatName; frame: Uint8Array }

/** Lets registered watches in, notes who is not, and sees them off. */
export function createAuthentication({
  db,
  ingest,
  tcpConnections,
  presence,
  nodeId,
  noteUnregistered,
  onRefused,
  onError,
}: AuthenticationOptions) {
  /** While the database is away it is asked again; a watch that is sent away comes back, but late. */
  async function find(identity: string, { socket, format }: Caller): Promise<TcpSignIn | undefined> {
    const until = Date.now() + WAIT_FOR_DATABASE_MS
    while (!socket.destroyed && Date.now() < until) {
      try {
        return await findByIdentity(db, identity, format)
      } catch (error) {
        onError(error as Error)
        await wait(ASK_AGAIN_MS)
      }
    }
    return undefined
  }

  return {
    db,
    async authenticate(identity: string, caller: Caller): Promise<AuthenticatedWatch | undefined> {
      const found = await find(identity, caller)
      if (found?.ok) return { ...found.known, nodeId }
      if (!found) return undefined
      onRefused(found.reason)
      const { socket, format, frame } = caller
      if (found.reason === 'unknown')
        noteUnregistered({ username: identity, address: callerOf(socket), format })
      // Registered as another model: its page shows what it really speaks.
      if (found.reason === 'format') {
        const refused = {
          source: found.source,
          topic: `tcp/${format}`,
          leaf: '',
          payload: frame,
          receivedAt: Date.now(),
        }
        ingest.keepRejected(refused, 'format', format).catch(onError)
      }
      return undefined
    },
    opened(tcp: TcpConnection): void {
      tcpConnections.add(tcp)
      presence.change(tcp, true)
      sendSettings(tcp).catch(onError)
      sendCommands(tcp).catch(onError)
    },
    closed(tcp: TcpConnection): void {
      if (tcpConnections.remove(tcp)) presence.change(tcp, false)
    },
  }
}

export type Authentication = ReturnType<typeof createAuthentication>
