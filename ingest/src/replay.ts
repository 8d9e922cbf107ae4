import type { Decoded } from '@carewatch/devices/codec'
import { isOldCall, readKept, socketFormatOf } from '@carewatch/devices/registry/kept-messages'
import type pg from 'pg'
import type { Message } from './batch.ts'
import { storeMessages } from './store.ts'

const AT_ONCE = 100

type Kept = {
  id: number
  deviceId: number
  deviceUuid: string
  receivedAt: number
  topic: string
  payload: Buffer
}

const KEPT = `
select m.id::float8 as id, m.device_id as "deviceId", d.uuid as "deviceUuid", m.topic, m.payload,
  (extract(epoch from m.received_at) * 1000)::float8 as "receivedAt"
from rejected_messages m join devices d on d.id = m.device_id and d.deleted_at is null and d.is_active
where m.reason = 'unknownMessage' and m.id > $1
order by m.id limit $2`

const DONE = `delete from rejected_messages where id = any($1::bigint[])`

/** It is evaluated as what comes late is, and ends no alarm: by whom it was sent is not known any more. */
const messageOf = (kept: Kept, decoded: Decoded, now: number): Message => ({
  uplink: {
    source: {
      deviceId: kept.deviceId,
      deviceUuid: kept.deviceUuid,
      format: socketFormatOf(kept.topic) ?? 'native',
    },
    topic: kept.topic,
    leaf: '',
    payload: kept.payload,
    receivedAt: now,
    isUnproven: true,
  },
  decoded,
})

const hasFacts = ({ decoded: { readings, positions, events } }: Message): boolean =>
  readings.length + positions.length + events.length > 0

/** `calls`: of what is left, calls for help of more than an hour ago. */
export type Replayed = { read: number; left: number; calls: number }

/**
 * Reads what was kept because nobody knew it once more, by the codecs of this version, and stores what it says at the time when it was received.
 * Broken off and begun again it stores nothing twice. Of a device that is switched off or gone nothing is read. `ring`: calls for help of more than an hour
 * ago ring too; else they are left, for somebody to look at.
 */
export async function replayUnknown(db: pg.Pool, { ring }: { ring: boolean }): Promise<Replayed> {
  const replayed = { read: 0, left: 0, calls: 0 }
  let after = 0
  for (;;) {
    const { rows } = await db.query<Kept>(KEPT, [after, AT_ONCE])
    const last = rows.at(-1)
    if (!last) return replayed
    after = last.id
    const now = Date.now()
    const known = rows.flatMap((kept) => {
      const decoded = readKept(kept)
      const isLeft = decoded !== undefined && !ring && isOldCall(decoded, now)
      if (isLeft) replayed.calls++
      return decoded && !isLeft ? [{ id: kept.id, message: messageOf(kept, decoded, now) }] : []
    })
    const messages = known.map(({ message }) => message).filter(hasFacts)
    if (messages.length > 0) await storeMessages(db, messages)
    await db.query(DONE, [known.map(({ id }) => id)])
    replayed.read += known.length
    replayed.left += rows.length - known.length
  }
}
