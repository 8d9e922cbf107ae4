import { encodeEvent } from '@carewatch/contracts/events'
import { liveTopic } from '@carewatch/contracts/topics'
import type { Source } from '@carewatch/ingest/uplink'
import type pg from 'pg'

const WRITE = `
update device_status s
set online = p.online, last_seen_at = greatest(s.last_seen_at, p.at), connected_at = case when p.online then p.at else s.connected_at end
from unnest($1::int4[], $2::bool[], $3::timestamptz[]) as p (device_id, online, at)
where s.device_id = p.device_id`

const GATHER_MS = 200

type Change = { source: Source; online: boolean; at: Date }

/** Who is online, for the database and the screens. Changes are gathered: 2,000 watches that return at once are one statement. */
export function createPresence(options: {
  db: pg.Pool
  tell: (topic: string, payload: string) => void
  onError: (error: Error) => void
}) {
  const { db, tell, onError } = options
  let gathered = new Map<number, Change>()
  let timer: NodeJS.Timeout | undefined

  async function flush(): Promise<void> {
    timer = undefined
    const changes = [...gathered.values()]
    gathered = new Map()
    try {
      await db.query(WRITE, [
        changes.map(({ source }) => source.deviceId),
        changes.map(({ online }) => online),
        changes.map(({ at }) => at),
      ])
    } catch (error) {
      onError(error as Error)
      const newer = gathered
      gathered = new Map(changes.map((change) => [change.source.deviceId, change]))
      for (const [id, change] of newer) gathered.set(id, change)
      timer ??= setTimeout(() => void flush(), 2_000)
      return
    }
    for (const { source, online, at } of changes) {
      const event = { type: 'presence', deviceUuid: source.deviceUuid, online, lastSeenAt: at } as const
      tell(liveTopic.presence(source.deviceUuid), encodeEvent(event))
    }
  }

  return {
    change(source: Source, online: boolean): void {
      gathered.set(source.deviceId, { source, online, at: new Date() })
      timer ??= setTimeout(() => void flush(), GATHER_MS)
    },
    /** Nobody is connected to a broker that has just started. */
    reset: () => db.query('update device_status set online = false where online'),
    async close(): Promise<void> {
      clearTimeout(timer)
      if (gathered.size) await flush()
    },
  }
}

export type Presence = ReturnType<typeof createPresence>
