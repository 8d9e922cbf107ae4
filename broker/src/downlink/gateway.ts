import { randomUUID } from 'node:crypto'
import { isFormatName } from '@carewatch/contracts/formats'
import type { GatewayConfig } from '@carewatch/contracts/rooms'
import { gatewayTopic } from '@carewatch/contracts/topics'
import { gatewayConfigEncoders } from '@carewatch/devices/registry/gateways'
import type { GatewayDown } from '@carewatch/devices/gateway-codec'
import type { Client } from 'aedes'
import type pg from 'pg'
import type { Session } from '../auth/sessions.ts'
import { publish } from './publish.ts'

type Wanted = { config: GatewayConfig; revision: number }

/** The wanted configuration that the gateway has not confirmed; what this connection carried already is not sent again. */
const WANTED = `
select config, config_revision as revision from gateways
where id = $1 and config_requested_at is not null and config_requested_at > coalesce(config_reported_at, 'epoch')`

const SENT = `update gateways set config_sent_at = now() where id = $1 and config_revision = $2`

type Target = { db: pg.Pool; client: Client; session: Session }

/** Sends a gateway the configuration that was asked for, by its own topics and in its own words. */
export async function sendConfig({ db, client, session }: Target): Promise<void> {
  const { gateway } = session
  if (!gateway || client.closed) return
  const { rows } = await db.query<Wanted>(WANTED, [gateway.gatewayId])
  const [wanted] = rows
  if (!wanted || (session.configSent ?? 0) >= wanted.revision) return
  const messages = written(session, wanted)
  if (messages.length === 0) return
  session.configSent = wanted.revision
  session.listens = new Set(messages.map(({ topic }) => topic))
  for (const down of messages) await publish(client, down)
  await db.query(SENT, [gateway.gatewayId, wanted.revision])
}

function written({ gateway, principal, topics }: Session, { config, revision }: Wanted): GatewayDown[] {
  const format = gateway?.format ?? 'native'
  if (format === 'native')
    return [
      { topic: gatewayTopic(principal.name, 'config'), payload: JSON.stringify({ revision, ...config }) },
    ]
  const encode = isFormatName(format) ? gatewayConfigEncoders[format] : undefined
  return encode?.(config, { mac: principal.name, topics: [...(topics ?? [])], requestId: randomUUID() }) ?? []
}

/** Whether a subscription of this gateway covers its configuration. */
export const wantsConfig = (mac: string, filter: string): boolean =>
  filter === gatewayTopic(mac, 'config') || filter === `gateway/${mac}/#`

const TAKEN = `
update gateways set config_reported_at = now()
where id = $1 and config_requested_at > coalesce(config_reported_at, 'epoch')`

/** The gateway has confirmed its configuration. */
export const noteConfigTaken = (db: pg.Pool, gatewayId: number): Promise<unknown> =>
  db.query(TAKEN, [gatewayId])
