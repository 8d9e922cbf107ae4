import { releaseFences } from '@carewatch/contracts/rules/fence'
import type pg from 'pg'
import type { AlarmChange } from '../alarms/change.ts'
import type { DeviceBook } from '../device-book.ts'
import { changeOf } from '../fences/judge-fix.ts'
import type { RuleMemory } from '../rule-memory.ts'

const OUTSIDE = `
select device_id as id from alarms
where kind = 'GEOFENCE' and active and closed_at is null and device_id is not null and not rehearsal`

type Known = { book: DeviceBook; memory: RuleMemory; at: Date }

/** A fence that was taken away, or whose hours are over, ends its alarm though no fix comes. */
export async function releasedFences(db: pg.ClientBase, { book, memory, at }: Known): Promise<AlarmChange[]> {
  const { rows } = await db.query<{ id: number }>(OUTSIDE)
  const ids = rows.map(({ id }) => id)
  const profiles = await book.load(db, ids)
  await memory.load(db, ids)
  return ids.flatMap((id) => {
    const profile = profiles.get(id)
    if (!profile) return []
    const state = memory.of(id, 'GEOFENCE')
    const now = { time: at.getTime(), zone: profile.zone }
    const { verdicts, state: next } = releaseFences(profile.fences, state, now)
    if (next !== state) memory.set(id, 'GEOFENCE', next)
    return verdicts.map((verdict) => changeOf(verdict, { deviceId: id, isExit: false, at }))
  })
}
