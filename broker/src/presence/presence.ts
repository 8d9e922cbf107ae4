import { encodeEvent } from '@carewatch/contracts/events'
import { liveTopic } from '@carewatch/contracts/topics'
import type { Gone } from '@carewatch/platform/silent-doors'
import type pg from 'pg'
import { createGathering } from './batch.ts'
import { type Change, type Held, notOnline, writePresence } from './rows.ts'

export type PresenceOptions = {
  db: pg.Pool
  doorId: number
  patienceMs: number
  tell: (topic: string, payload: string) => void
  /** Another door had them until now: what it told them last may have gone down a dead line. */
  onTaken: (deviceId: number) => void
  /** By now another door has them: the line here is an old one. */
  onLost: (deviceId: number, connection: number) => void
  onError: (error: Error) => void
}

/** Who is online, for the database and the screens. */
export function createPresence({ db, doorId, patienceMs, tell, onTaken, onLost, onError }: PresenceOptions) {
  const gathering = createGathering({ patienceMs, write, onError })

  function tellPresence(deviceUuid: string, online: boolean, lastSeenAt: Date): void {
    tell(liveTopic.presence(deviceUuid), encodeEvent({ type: 'presence', deviceUuid, online, lastSeenAt }))
  }

  async function write(due: ReadonlyMap<number, Change>): Promise<void> {
    for (const { deviceId, isMoved, isOvertaken } of await writePresence(db, doorId, due)) {
      const change = due.get(deviceId)
      if (!change) continue
      if (isOvertaken) {
        onLost(deviceId, change.connection)
        continue
      }
      tellPresence(change.source.deviceUuid, change.online, change.at)
      if (isMoved) onTaken(deviceId)
    }
  }

  const change = ({ source, connection }: Held, online: boolean): void =>
    gathering.add({ source, connection, online, at: new Date() })

  return {
    change,
    leave: gathering.leave,
    close: () => gathering.close(),
    /** What the database says is gone and this door holds: it was frozen, or another connection of the same watch ended. */
    async holdOn(held: () => ReadonlyMap<number, Held>): Promise<void> {
      const gone = await notOnline(db, [...held().keys()])
      // Whoever left while the database was asked is gone, and nobody would say so again.
      const still = held()
      for (const deviceId of gone) {
        const mine = still.get(deviceId)
        if (mine && !gathering.has(deviceId)) change(mine, true)
      }
    },
    tellGone: (gone: readonly Gone[]): void => {
      for (const { deviceUuid, lastSeenAt } of gone) tellPresence(deviceUuid, false, lastSeenAt ?? new Date())
    },
  }
}

export type Presence = ReturnType<typeof createPresence>
