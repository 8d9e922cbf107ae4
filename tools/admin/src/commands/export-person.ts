import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { audit } from '@carewatch/api/access/audit'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { commandLine, findAccount } from '../acting.ts'
import type { Installation } from '../open.ts'

/** What we know of a person, table by table; `$1` their id, and secrets left out. */
const ABOUT = {
  'person.csv': `select uuid, first_name, last_name, user_name, coalesce((select i.email from users i where i.id = users.identity_id), email) as email, role, contact_number, country_code, selected_language, time_zone,
    height_cm, weight_kg, gender, smoking, dob, address, telegram_user_name, send_sms, quiet_from, quiet_to, is_active, created_at
    from users where id = $1`,
  'sign-ins.csv': 'select * from sessions where user_id = $1',
  'passkeys.csv': `select p.uuid, p.name, p.created_at, p.last_used_at from passkeys p
    where p.user_id = (select coalesce(identity_id, id) from users where id = $1)`,
  'files.csv':
    'select uuid, kind, file_name, media_type, bytes, created_at from uploads where user_id = $1 or of_user_id = $1',
  'devices.csv': `select uuid, imei, name, device_model, mobile_number, home_lat, home_lng, is_active, operation_mode, created_at
    from devices where owner_id = $1`,
  'settings.csv':
    'select s.* from watch_settings s join devices d on d.id = s.device_id where d.owner_id = $1',
  'relatives.csv':
    'select r.* from relatives r join devices d on d.id = r.device_id where d.owner_id = $1 or r.user_id = $1',
  'fences.csv': 'select f.* from fences f join devices d on d.id = f.device_id where d.owner_id = $1',
  'bookmarks.csv': 'select * from bookmarks where user_id = $1',
  'readings.csv': `select d.imei, r.metric, r.time, r.value from readings r join devices d on d.id = r.device_id
    where d.owner_id = $1 order by 1, 2, 3`,
  'positions.csv': `select d.imei, p.time, p.lat, p.lng, p.accuracy_m, p.source from positions p join devices d on d.id = p.device_id
    where d.owner_id = $1 order by 1, 2`,
  'events.csv': `select d.imei, e.time, e.type, e.received_at from device_events e join devices d on d.id = e.device_id
    where d.owner_id = $1 order by 1, 2`,
  'alarms.csv':
    'select a.* from alarms a join devices d on d.id = a.device_id where d.owner_id = $1 order by a.id',
  'tasks.csv':
    'select t.* from tasks t join devices d on d.id = t.device_id where d.owner_id = $1 order by t.id',
  'messages.csv': `select uuid, channel, state, reason, created_at, sent_at from deliveries where user_id = $1 order by id`,
  /** What they did, and who looked at what is theirs. */
  'audit.csv': `select l.* from audit_log l where l.user_id = $1
    or l.entity_uuid in (select uuid::text from devices where owner_id = $1 union select uuid::text from users where id = $1) order by l.id`,
} as const

/** Everything of one person into a folder of tables that any program reads; answers how many rows each holds. */
export async function exportPerson(
  { db, url }: Pick<Installation, 'db' | 'url'>,
  key: string,
  folder: string,
): Promise<Record<string, number>> {
  const { id, uuid, companyId } = await findAccount(db, key)
  mkdirSync(folder, { mode: 0o700, recursive: true })
  const client = new pg.Client({ connectionString: url, application_name: 'export' })
  await client.connect()
  const counts: Record<string, number> = {}
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    for (const [name, query] of Object.entries(ABOUT)) {
      // `copy` takes no parameters; the id is a number of our own.
      const stream = client.query(
        copyTo(`copy (${query.replaceAll('$1', String(id))}) to stdout (format csv, header)`),
      )
      await pipeline(stream, createWriteStream(join(folder, name), { mode: 0o600 }))
      counts[name] = stream.rowCount
    }
    await exportFiles(client, id, folder)
    await client.query('commit')
  } finally {
    await client.end()
  }
  await audit(db, commandLine, { action: 'exported', entity: 'user', uuid, companyId })
  return counts
}

/** Pictures and documents, each as it was uploaded. */
async function exportFiles(client: pg.Client, userId: number, folder: string): Promise<void> {
  const { rows } = await client.query<{ uuid: string; mediaType: string; content: Buffer }>(
    'select uuid, media_type as "mediaType", content from uploads where user_id = $1 or of_user_id = $1',
    [userId],
  )
  for (const { uuid, mediaType, content } of rows)
    writeFileSync(join(folder, `${uuid}.${mediaType.split('/').at(-1) ?? 'bin'}`), content, { mode: 0o600 })
}
