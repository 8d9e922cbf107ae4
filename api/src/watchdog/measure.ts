import { statfs } from 'node:fs/promises'
import { MODE_MINUTES } from '@carewatch/contracts/freshness'
import type { Facts } from '../services.ts'
import type { Measures } from './evaluate.ts'

const age = (of: string): string => `extract(epoch from now() - ${of})::float8`

/** How often each device should speak (contracts/freshness.ts). */
const EXPECTED_MINUTES = `
case d.operation_mode when 'CUSTOM' then coalesce(s.location_interval_minutes, ${MODE_MINUTES.NORMAL})
  when 'POWER_SAVING' then ${MODE_MINUTES.POWER_SAVING} when 'EMERGENCY' then ${MODE_MINUTES.EMERGENCY} else ${MODE_MINUTES.NORMAL} end`

const MEASURES = `
select (select ${age('max(last_seen_at)')} from device_status) as "silentFor",
  (select min(${EXPECTED_MINUTES}) * 60 from devices d join device_status st on st.device_id = d.id
    left join watch_settings s on s.device_id = d.id where st.online and d.is_active and d.deleted_at is null)::float8 as "expectedEvery",
  (select ${age('created_at')} from pending_evaluations order by id limit 1) as "oldestPending",
  greatest((select ${age('min(next_at)')} from deliveries where state = 'QUEUED' and next_at < now()),
    (select ${age('min(due_at)')} from escalations where due_at < now())) as "oldestUnsent",
  (select coalesce(json_agg(json_build_object('channel', channel, 'failingFor', ${age('failing_since')})), '[]')
    from channel_states where failing_since is not null and seen_at > now() - interval '60 seconds') as "deadChannels"`

/** Asks the tables themselves, so that it sees what a queue that hangs would hide. */
export async function measure(facts: Facts, folder: string | undefined): Promise<Measures> {
  // unscoped: it looks after the installation, by ages and counts, and shows no row
  const [{ rows }, disk] = await Promise.all([
    facts.query<Omit<Measures, 'disk'>>(MEASURES),
    folder === undefined ? null : diskOf(folder),
  ])
  const [measured] = rows
  if (!measured) throw new Error('A query without conditions answers a row.')
  return { ...measured, disk }
}

async function diskOf(folder: string): Promise<Measures['disk']> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeShare: bavail / blocks, freeBytes: bavail * bsize }
}
