import { commandLifeMs, type CommandKind, replacedBy } from '@carewatch/contracts/commands'
import type { Command } from '@carewatch/contracts/http/device-commands'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { deviceCommands, devices, deviceStatus } from '@carewatch/migrations/schema/devices'
import { and, eq, inArray } from 'drizzle-orm'
import { audit } from '../../access/audit.ts'
import type { Caller } from '../../access/viewer.ts'
import { fullName } from '../../access/viewer.ts'
import type { Seen } from '../../access/seen.ts'

type Device = Pick<Seen<typeof devices.$inferSelect>, 'id' | 'uuid' | 'companyId'>
type CommandOrder = { device: Device; kind: CommandKind; payload?: Record<string, unknown> }
type Row = typeof deviceCommands.$inferSelect
type Author = { firstName: string; lastName: string }

/** Tells a watch to do something once, as soon as it listens; what waits of the same kind gives way. In a transaction. */
export async function queueCommand(
  tx: Db,
  caller: Caller,
  { device, kind, payload = {} }: CommandOrder,
): Promise<Row> {
  // Two who press at once queue one after the other.
  await tx.select({ id: devices.id }).from(devices).where(eq(devices.id, device.id)).for('no key update')
  const now = new Date()
  const isWaiting = and(
    eq(deviceCommands.deviceId, device.id),
    eq(deviceCommands.state, 'QUEUED'),
    inArray(deviceCommands.kind, [...replacedBy(kind)]),
  )
  await tx.update(deviceCommands).set({ state: 'EXPIRED', doneAt: now, updatedAt: now }).where(isWaiting)
  const expiresAt = new Date(now.getTime() + commandLifeMs(kind))
  const [row] = await tx
    .insert(deviceCommands)
    .values({ deviceId: device.id, kind, payload, userId: caller.id, expiresAt })
    .returning()
  if (!row) throw new Refusal('unavailable')
  const { uuid, companyId } = device
  await audit(tx, caller, { action: 'commanded', entity: 'device', uuid, companyId, detail: { kind } })
  return row
}

/** Sent and ended: a model that does not confirm, so that is all that will ever be known. */
const isOpen = ({ state, doneAt }: Row): boolean =>
  (state === 'QUEUED' || state === 'SENT') && doneAt === null

/** Whoever sweeps may come later than the hour: what is past it is over. */
export function toCommand(row: Row, by: Author | null, now: Date): Command {
  const { uuid, createdAt, sentAt, doneAt, expiresAt } = row
  const state = isOpen(row) && expiresAt <= now ? 'EXPIRED' : row.state
  // Safe: `queueCommand` is the only one that writes kinds.
  const kind = row.kind as CommandKind
  return { uuid, kind, state, by: by && fullName(by), createdAt, sentAt, doneAt, expiresAt }
}

/** A command just queued, as its call answers it. */
export async function commandReply(db: Db, caller: Caller, row: Row) {
  const [status] = await db
    .select({ lastSeenAt: deviceStatus.lastSeenAt })
    .from(deviceStatus)
    .where(eq(deviceStatus.deviceId, row.deviceId))
  return { command: toCommand(row, caller, new Date()), lastSeenAt: status?.lastSeenAt ?? null }
}
