import { encodeEvent } from '@carewatch/contracts/events'
import { liveTopic } from '@carewatch/contracts/topics'
import type { Gone } from '@carewatch/platform/silent-nodes'
import type pg from 'pg'
import { createPresenceBatch } from './batch.ts'
import { type Change, type Held, type Holding, notOnline, writePresence } from './rows.ts'

export type PresenceOptions = {
  db: pg.Pool
  nodeId: number
  graceMs: number
  publish: (topic: string, payload: string) => void
  /** Another node had it until now: what that node sent last may have gone into a dead connection. */
  onTakenOver: (deviceId: number) => void
  /** By now another node has it: the connection here is an old one. */
  onLost: (deviceId: number, connection: number) => void
  onError: (error: Error) => void
}

/** Who is online, for the database and the screens. */
export function createPresence({
  db,
  nodeId,
  graceMs,
  publish,
  onTakenOver,
  onLost,
  onError,
}: PresenceOptions) {
  const batch = createPresenceBatch({ graceMs, write, onError })

  function publishPresence(deviceUuid: string, online: boolean, lastSeenAt: Date): void {
    publish(liveTopic.presence(deviceUuid), encodeEvent({ type: 'presence', deviceUuid, online, lastSeenAt }))
  }

  async function write(due: ReadonlyMap<number, Change>): Promise<void> {
    for (const { deviceId, isMoved, isOvertaken } of await writePresence(db, nodeId, due)) {
      const change = due.get(deviceId)
      if (!change) continue
      if (isOvertaken) {
        onLost(deviceId, change.connection)
        continue
      }
      publishPresence(change.source.deviceUuid, change.online, change.at)
      if (isMoved) onTakenOver(deviceId)
    }
  }

  const change = ({ source, connection }: Held, online: boolean, at = Date.now()): void =>
    batch.add({ source, connection, online, at: new Date(at) })

  return {
    /** `at`: when it was heard last, where it went. */
    change,
    leave: batch.leave,
    close: () => batch.close(),
    /** Writes again who is connected here and gone in the database: this node was frozen, or another connection of the same watch ended. */
    async reassert(held: () => ReadonlyMap<number, Holding>): Promise<void> {
      const gone = await notOnline(db, held())
      // Whoever left while the database was asked is gone, and nothing would write so again.
      const still = held()
      for (const deviceId of gone) {
        const mine = still.get(deviceId)
        if (mine && !batch.has(deviceId)) change(mine, true)
      }
    },
    publishGone: (gone: readonly Gone[]): void => {
      for (const { deviceUuid, lastSeenAt } of gone)
        publishPresence(deviceUuid, false, lastSeenAt ?? new Date())
    },
  }
}

export type Presence = ReturnType<typeof createPresence>
