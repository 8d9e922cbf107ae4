import { timingSafeEqual } from 'node:crypto'
import { hashCredential, isCredential } from '@carewatch/migrations/device-credentials'
import type { Source } from '@carewatch/ingest/uplink'
import type pg from 'pg'
import type { Principal } from './permission.ts'

/** CONNACK return codes of MQTT 3.1.1, table 3.1. */
export const CONNACK = { identifierRejected: 2, badCredentials: 4, notAuthorized: 5 } as const

export type SignIn =
  | { ok: true; principal: Principal; source: Source | undefined }
  | { ok: false; returnCode: number; reason: 'unknown' | 'password' | 'inactive' | 'shape' }

const IMEI = /^\d{15}$/
const MAC = /^[0-9a-f]{12}$/

const WATCH = `
select d.id, d.uuid, d.is_active as "isActive", d.credential_hash as hash, coalesce(m.format, 'native') as format
from devices d left join device_models m on m.name = d.device_model
where d.imei = $1 and d.deleted_at is null`

const GATEWAY = `
select id, uuid, is_active as "isActive", credential_hash as hash, 'native' as format
from gateways where mac = $1 and deleted_at is null`

type Row = { id: number; uuid: string; isActive: boolean; hash: Buffer | null; format: string }

const refuse = (returnCode: number, reason: 'unknown' | 'password' | 'inactive' | 'shape'): SignIn => ({
  ok: false,
  returnCode,
  reason,
})

/** Says who signs in: a watch by IMEI, a gateway by MAC, a service by its name and the shared secret. */
export function createCredentials(db: pg.Pool, serviceSecret: string) {
  const secretHash = hashCredential(serviceSecret)

  return async (username: string, password: Buffer): Promise<SignIn> => {
    if (username.startsWith('service/')) {
      if (!timingSafeEqual(hashCredential(password), secretHash))
        return refuse(CONNACK.badCredentials, 'password')
      return { ok: true, principal: { kind: 'service', name: username.slice(8) }, source: undefined }
    }
    const kind = IMEI.test(username) ? 'watch' : MAC.test(username.toLowerCase()) ? 'gateway' : undefined
    if (!kind) return refuse(CONNACK.badCredentials, 'shape')

    const name = username.toLowerCase()
    const { rows } = await db.query<Row>({
      name: kind,
      text: kind === 'watch' ? WATCH : GATEWAY,
      values: [name],
    })
    const [row] = rows
    if (!row?.hash) return refuse(CONNACK.badCredentials, 'unknown')
    if (!isCredential(password, row.hash)) return refuse(CONNACK.badCredentials, 'password')
    if (!row.isActive) return refuse(CONNACK.notAuthorized, 'inactive')
    const source =
      kind === 'watch' ? { deviceId: row.id, deviceUuid: row.uuid, format: row.format } : undefined
    return { ok: true, principal: { kind, name }, source }
  }
}

export type Credentials = ReturnType<typeof createCredentials>
