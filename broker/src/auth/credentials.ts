import { timingSafeEqual } from 'node:crypto'
import { formatOf, isFormatName, formatNameOf } from '@carewatch/contracts/formats'
import { hashCredential, isCredential } from '@carewatch/platform/credentials/device-credentials'
import type { GatewaySource, Source } from '@carewatch/ingest/uplink'
import type pg from 'pg'
import type { Principal } from './permission.ts'

/** CONNACK return codes of MQTT 3.1.1, table 3.1. */
export const CONNACK = { identifierRejected: 2, badCredentials: 4, notAuthorized: 5 } as const

/** When, by the database's clock; its number among all sign-ins, so that no node's clock decides which was later; and at which node. */
export type SignedIn = { signedInAt: Date; connection: number; nodeId: number }

/** Of whoever is no device: no other sign-in is held against it. */
export const nobodysSignIn = (nodeId = 0): SignedIn => ({ signedInAt: new Date(), connection: 0, nodeId })

type Refused = 'unknown' | 'password' | 'inactive' | 'placeInactive' | 'shape'

export type SignIn =
  | {
      ok: true
      principal: Principal
      source: Source | undefined
      gateway?: GatewaySource | undefined
      signedIn: SignedIn
    }
  | { ok: false; returnCode: number; reason: Refused }

/** Columns of a sign-in's query. */
export const SIGNED_IN = `clock_timestamp() as "signedInAt", nextval('connections')::float8 as connection`

/** A column of a sign-in's query: the company or branch is inactive for longer than it is waited. */
export const isPlaceHeard = (row: string): string =>
  `(heard_until(${row}.company_id, ${row}.branch_id) <= now()) is not true`

const IMEI = /^\d{15}$/
const MAC = /^[0-9a-f]{12}$/

const WATCH = `
select d.id, d.uuid, d.is_active as "isActive", ${isPlaceHeard('d')} as "isPlaceHeard", d.credential_hash as hash, coalesce(m.format, d.device_model) as format,
  ${SIGNED_IN}
from devices d left join device_models m on m.name = d.device_model
where d.imei = $1 and d.deleted_at is null`

const GATEWAY = `
select g.id, g.uuid, g.is_active as "isActive", ${isPlaceHeard('g')} as "isPlaceHeard", g.credential_hash as hash, coalesce(m.format, g.model) as format,
  ${SIGNED_IN}
from gateways g left join device_models m on m.name = g.model
where g.mac = $1 and g.deleted_at is null`

type Row = Omit<SignedIn, 'nodeId'> & {
  id: number
  uuid: string
  isActive: boolean
  isPlaceHeard: boolean
  hash: Buffer | null
  format: string
}

const refuse = (returnCode: number, reason: Refused): SignIn => ({
  ok: false,
  returnCode,
  reason,
})

const isGatewayFormat = (name: string): boolean => isFormatName(name) && formatOf(name).kind === 'GATEWAY'

/** Of an unknown model, ingest guesses the format. */
function gatewaySignIn(name: string, { id, uuid, format: model }: Row, signedIn: SignedIn): SignIn {
  const format = model === 'native' || isGatewayFormat(model) ? model : 'unknown'
  const principal = { kind: 'gateway', name, isForeign: format !== 'native' } as const
  const gateway = { gatewayId: id, gatewayUuid: uuid, format }
  return { ok: true, principal, source: undefined, gateway, signedIn }
}

/** Says who signs in: a watch by IMEI, a gateway by MAC, a service by its name and the shared secret. */
export function createCredentials(db: pg.Pool, serviceSecret: string, nodeId: number) {
  const secretHash = hashCredential(serviceSecret)
  const nobodys = nobodysSignIn(nodeId)

  return async (username: string, password: Buffer): Promise<SignIn> => {
    if (username.startsWith('service/')) {
      if (!timingSafeEqual(hashCredential(password), secretHash))
        return refuse(CONNACK.badCredentials, 'password')
      const principal = { kind: 'service', name: username.slice(8) } as const
      return { ok: true, principal, source: undefined, signedIn: nobodys }
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
    if (!row.isPlaceHeard) return refuse(CONNACK.notAuthorized, 'placeInactive')
    const { signedInAt, connection } = row
    const signedIn = { signedInAt, connection, nodeId }
    if (kind === 'gateway') return gatewaySignIn(name, row, signedIn)
    const format = formatNameOf(row.format)
    const source = { deviceId: row.id, deviceUuid: row.uuid, format }
    const principal = { kind, name, isForeign: format === 'owntracks' } as const
    return { ok: true, principal, source, signedIn }
  }
}

export type Credentials = ReturnType<typeof createCredentials>
