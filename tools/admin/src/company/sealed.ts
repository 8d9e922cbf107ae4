import { bindingOfWearer } from '@carewatch/api/auth/id-number'
import { createSeal } from '@carewatch/api/auth/seal'
import type pg from 'pg'
import type { Sealed } from './manifest.ts'
import { ALONE } from './parts/places.ts'

type Lock = {
  table: string
  column: string
  /** Of rows that go: what is locked, and the uuid it is locked for. */
  locked: string
  /** Of rows that came (`$1` what is locked anew, `$2` the uuid). */
  put: string
  binding: (uuid: string) => string
}

/** Each column that parts.ts says is sealed. */
export const locks: readonly Lock[] = [
  {
    table: 'users',
    column: 'totp_secret',
    locked: `select t.totp_secret as locked, t.uuid from users t join moved_users m on m.id = t.id
      where not m.is_shade and t.totp_secret is not null and ${ALONE}`,
    put: `update users t set totp_secret = $1 from map_users m where m.new = t.id and t.uuid = $2`,
    binding: (uuid) => uuid,
  },
  {
    table: 'wearer_care',
    column: 'id_number_locked',
    locked: `select t.id_number_locked as locked, w.uuid from wearer_care t join wearers w on w.id = t.wearer_id join moved_wearers m on m.id = w.id
      where not m.is_shade and t.id_number_locked is not null`,
    put: `update wearer_care t set id_number_locked = $1 from wearers w, map_wearers m where w.id = t.wearer_id and m.new = w.id and w.uuid = $2`,
    binding: bindingOfWearer,
  },
  {
    table: 'onboarding_requests',
    column: 'id_number_locked',
    // Locked for the device, of which there may be several requests.
    locked: `select t.id_number_locked as locked, t.uuid, d.uuid as "boundTo" from onboarding_requests t join devices d on d.id = t.device_id
      join moved_onboarding_requests m on m.id = t.id where t.id_number_locked is not null`,
    put: `update onboarding_requests t set id_number_locked = $1 from map_onboarding_requests m where m.new = t.id and t.uuid = $2`,
    binding: bindingOfRequest,
  },
]

/** What the interface locks an identity number of a request for. */
function bindingOfRequest(deviceUuid: string): string {
  return `onboarding:${deviceUuid}`
}

type Row = { locked: Buffer; uuid: string; boundTo?: string }

/** What goes and is locked, opened; throws where one does not open: it would be lost with the old secret. */
export async function openSealed(client: pg.ClientBase, secret: () => string): Promise<Sealed> {
  const opened: Sealed = []
  for (const { table, column, locked, binding } of locks) {
    const { rows } = await client.query<Row>(locked)
    const seal = rows.length > 0 ? createSeal(secret()) : undefined
    for (const { locked: bytes, uuid, boundTo } of rows)
      try {
        opened.push({ table, column, uuid, text: seal?.open(bytes, binding(boundTo ?? uuid)) ?? '' })
      } catch (cause) {
        throw new Error(`A ${column} of ${table} does not open with this installation’s JWT_SECRET.`, {
          cause,
        })
      }
  }
  return opened
}

const BOUND_TO =
  'select t.uuid, d.uuid as "boundTo" from onboarding_requests t join devices d on d.id = t.device_id where t.uuid = any($1::uuid[])'

/** The same, locked by the new installation's secret. */
export async function lockSealed(client: pg.ClientBase, sealed: Sealed, secret: () => string): Promise<void> {
  if (sealed.length === 0) return
  const seal = createSeal(secret())
  const { rows } = await client.query<{ uuid: string; boundTo: string }>(BOUND_TO, [
    sealed.map(({ uuid }) => uuid),
  ])
  const bound = new Map(rows.map(({ uuid, boundTo }) => [uuid, boundTo]))
  for (const { table, column, uuid, text } of sealed) {
    const lock = locks.find((one) => one.table === table && one.column === column)
    if (!lock) throw new Error(`The file holds a ${column} of ${table} that is not known to be locked.`)
    const binding = lock.binding(table === 'onboarding_requests' ? (bound.get(uuid) ?? '') : uuid)
    const { rowCount } = await client.query(lock.put, [seal.lock(text, binding), uuid])
    if (rowCount !== 1) throw new Error(`What is locked of ${table} found no row of its own.`)
  }
}
