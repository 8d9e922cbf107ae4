import type { RejectReason } from '@carewatch/contracts/rejections'
import type { Alike } from '@carewatch/contracts/http/unread-messages'
import { devices } from '@carewatch/migrations/schema/devices'
import { rejectedMessages } from '@carewatch/migrations/schema/readings'
import { gateways } from '@carewatch/migrations/schema/rooms'
import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { seesEverything } from '../../access/reach.ts'
import type { Viewer } from '../../access/viewer.ts'
import { visibleDevices, visibleGateways } from '../../access/visible.ts'

const kept = rejectedMessages

/** Whose detail is a code, a name of a field or a word of the codec: of the others it differs with each message. */
const CODED: readonly RejectReason[] = [
  'unknownMessage',
  'unknownEvent',
  'unknownField',
  'format',
  'shape',
  'type',
  'range',
]

/** Of a detail what is the same of many messages. */
export const codeOf = (reason: SQLWrapper, detail: SQLWrapper): SQL<string | null> =>
  sql`case when ${reason} = any(${`{${CODED.join()}}`}::text[]) then ${detail} end`

/** By what messages are counted together, each part as PostgreSQL has it. */
export const alike = {
  model: sql<string>`coalesce(${devices.deviceModel}, ${gateways.model})`,
  isGateway: sql<boolean>`(${kept.deviceId} is null)`,
  format: kept.format,
  opcode: kept.opcode,
  // Safe: ingest writes these alone.
  reason: sql<RejectReason>`${kept.reason}`,
  code: codeOf(kept.reason, kept.detail),
} as const

/** Kept messages, each with who sent it. */
export const keptMessages = sql`${kept}
  left join ${devices} on ${devices.id} = ${kept.deviceId}
  left join ${gateways} on ${gateways.id} = ${kept.gatewayId}`

/** Of devices and gateways of the viewer's scope, and of a device nothing of before it was in its company's house: `receivedAt` is when the oldest came. */
export function isVisible(viewer: Viewer, receivedAt: SQLWrapper = kept.receivedAt): SQL {
  const isHere = seesEverything(viewer)
    ? sql`true`
    : sql`${receivedAt} >= coalesce(${devices.companySince}, '-infinity')`
  return sql`((${devices.id} is not null and ${visibleDevices(viewer)} and ${isHere})
    or (${gateways.id} is not null and ${visibleGateways(viewer)}))`
}

/** Those that are counted together with such a one. */
export const isLike = ({ model, format, opcode, reason, code, isGateway }: Alike): SQL =>
  sql`${kept.reason} = ${reason} and ${alike.model} = ${model} and ${alike.isGateway} = ${isGateway}
    and ${kept.format} is not distinct from ${format}::text and ${kept.opcode} is not distinct from ${opcode}::text
    and ${alike.code} is not distinct from ${code}::text`
