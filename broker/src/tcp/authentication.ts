import type { FrameRead } from '@carewatch/devices/protocol'
import type { Ingest } from '@carewatch/ingest/ingest'
import type pg from 'pg'
import type { Claimant } from '../identity/claimant.ts'
import type { Conflicts } from '../identity/conflicts.ts'
import { noteNetwork } from '../identity/sign-in-facts.ts'
import type { Presence } from '../presence/presence.ts'
import { callerOf } from '../proxy/caller.ts'
import { heldBy, type TcpConnection } from './connection.ts'
import type { TcpConnections } from './connections.ts'
import { learnProfile } from './profile.ts'
import { sendCommandsTo } from './send-commands.ts'
import { noteSilence, sendSettings } from './send-settings.ts'
import { type Caller, createAdmission, notifyNode } from './admission.ts'
import type { AuthenticatedWatch } from './find-device.ts'

const LONG_MS = 3_600_000

export type AuthenticationOptions = {
  db: pg.Pool
  ingest: Ingest
  tcpConnections: TcpConnections
  presence: Presence
  conflicts: Conflicts
  nodeId: number
  /** Asks anew whether a connection is its device's. */
  renewTcp: (tcp: TcpConnection) => Promise<void>
  noteUnregistered: (seen: { username: string; address: string; format: string }) => void
  onRefused: (reason: string) => void
  onError: (error: Error) => void
}

/** Lets registered watches in, notes who is not, and sees them off. */
export function createAuthentication({
  db,
  ingest,
  tcpConnections,
  presence,
  conflicts,
  nodeId,
  renewTcp,
  noteUnregistered,
  onRefused,
  onError,
}: AuthenticationOptions) {
  const admit = createAdmission({ db, tcpConnections, conflicts, nodeId, onError })

  return {
    db,
    async authenticate(identity: string, caller: Caller): Promise<AuthenticatedWatch | undefined> {
      const { socket, format, frame } = caller
      const found = await admit(identity, caller)
      if (!found) return undefined
      if (found.ok) return found.known
      onRefused(found.reason)
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
      const { deviceId, claimant, isProven, otherNode } = tcp
      const others = tcpConnections.allOf(deviceId)
      const olders = others.map((one) => one.claimant)
      conflicts.overtaken(olders, claimant)
      if (otherNode !== null) notifyNode(db, { otherNode, claimant }).catch(onError)
      tcpConnections.add(tcp)
      if (isProven || others.length === 0) presence.change(heldBy(tcp), true)
      sendSettings(tcp).catch(onError)
      sendCommandsTo(tcpConnections, tcp).catch(onError)
    },
    /** What it sent says which model it is: it is sent what it lacks by that. */
    hinted(tcp: TcpConnection, hints: FrameRead['hints']): void {
      if (hints) tcp.renewInTurn(() => learnAndSend(tcp, hints)).catch(onError)
    },
    received(tcp: TcpConnection): void {
      conflicts.onMessage(tcp.claimant)
      if (tcp.isUndecided) renewTcp(tcp).catch(onError)
      if (tcp.sentLast) noteSilence(tcp).catch(onError)
    },
    closed(tcp: TcpConnection): void {
      if (tcpConnections.remove(tcp)) presence.change(heldBy(tcp), false, tcp.claimant.receivedAt)
      noteLeft(db, tcp.claimant, conflicts.now()).catch(onError)
    },
  }
}

async function learnAndSend(tcp: TcpConnection, hints: NonNullable<FrameRead['hints']>): Promise<void> {
  if (await learnProfile(tcp, hints)) await sendSettings(tcp)
}

/** What was here for long was written down long ago; a storm of short ones is not written twice. */
async function noteLeft(
  db: pg.Pool,
  { deviceId, network, signedInAt, receivedAt }: Claimant,
  now: number,
): Promise<void> {
  if (now - signedInAt > LONG_MS)
    await noteNetwork(db, { deviceId, network, isKnown: false, agoMs: now - receivedAt })
}

export type Authentication = ReturnType<typeof createAuthentication>
