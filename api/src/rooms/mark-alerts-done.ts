import type { markAlertsDone as contract } from '@carewatch/contracts/http/interactions'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { branches } from '@carewatch/migrations/schema/people'
import { gateways, roomCheckLogs, rooms } from '@carewatch/migrations/schema/rooms'
import { and, asc, eq, isNull, or, type SQL } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import { isOneOf } from '../access/one-of.ts'
import type { Caller } from '../access/viewer.ts'
import { visibleRoomAlarms } from '../access/visible.ts'
import type { Tx } from '../alarms/steps.ts'
import { publishChanged } from '../alarms/publish-changed.ts'
import { isAmong } from '../http/among.ts'
import { changedAfter } from '../http/changed.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import type { Services } from '../services.ts'
import { endRoomAlarms, roomIdOfAlarm } from '../alarms/end-room-alarms.ts'
import { refuseUnknownStatus } from './lock-room.ts'
import { getVisibleRoom } from '../gateways-and-beacons/visible-entity.ts'

type Body = Input<typeof contract>['body']
/** Which alarms were named, and the rooms they are in. */
type Named = { which: SQL | undefined; roomIds: number[] }

async function namedByRoom(tx: Tx, caller: Caller, uuid: string): Promise<Named> {
  const { id } = await getVisibleRoom(tx, caller, uuid)
  const ofItsGateway = and(isNull(alarms.roomId), eq(gateways.roomId, id))
  return { which: or(eq(alarms.roomId, id), ofItsGateway), roomIds: [id] }
}

async function namedOneByOne(tx: Tx, caller: Caller, uuids: readonly string[]): Promise<Named> {
  const which = isOneOf(alarms.uuid, uuids)
  const named = await tx
    .select({ roomId: roomIdOfAlarm })
    .from(alarms)
    .leftJoin(gateways, eq(gateways.id, alarms.gatewayId))
    .where(and(which, visibleRoomAlarms(caller)))
  if (named.length < new Set(uuids).size) throw new Refusal('notFound')
  return { which, roomIds: named.flatMap(({ roomId }) => roomId ?? []) }
}

function namedBy(tx: Tx, caller: Caller, { roomUuid, alarmUuids }: Body): Promise<Named> {
  if (roomUuid !== undefined && alarmUuids !== undefined) throw new InvalidFields({ alarmUuids: 'unknown' })
  if (alarmUuids !== undefined) return namedOneByOne(tx, caller, alarmUuids)
  if (roomUuid === undefined) throw new InvalidFields({ roomUuid: 'required' })
  return namedByRoom(tx, caller, roomUuid)
}

const loadRooms = (tx: Tx, ids: readonly number[]) =>
  tx
    .select({ room: rooms, branch: branches })
    .from(rooms)
    .innerJoin(branches, eq(branches.id, rooms.branchId))
    .where(isAmong(rooms.id, ids))
    .orderBy(asc(rooms.id))

type Checked = Awaited<ReturnType<typeof loadRooms>>[number] & { alarmsClosed: number }

/** One line in the log of a room that was looked after, which then has the status it was found or left in. */
async function logCheck(tx: Tx, caller: Caller, { checked, body }: { checked: Checked; body: Body }) {
  const { room, branch, alarmsClosed } = checked
  const { status, note } = body
  await tx.insert(roomCheckLogs).values({
    roomId: room.id,
    userId: caller.id,
    status: status ?? null,
    note: note ?? null,
  })
  if (status !== undefined)
    await tx
      .update(rooms)
      .set({ status, updatedAt: changedAfter(rooms.updatedAt) })
      .where(eq(rooms.id, room.id))
  const detail = { alarmsClosed }
  const { companyId } = branch
  await audit(tx, caller, { action: 'closed', entity: 'room', uuid: room.uuid, companyId, detail })
}

async function endNamed(tx: Tx, caller: Caller, body: Body) {
  const { which, roomIds } = await namedBy(tx, caller, body)
  const checked = await loadRooms(tx, [...new Set(roomIds)])
  for (const { branch } of checked) refuseUnknownStatus(branch, body.status)
  const { cause, note } = body
  const ended = await endRoomAlarms(tx, caller, { which, cause, note })
  for (const one of checked) {
    const alarmsClosed = ended.roomIds.filter((id) => id === one.room.id).length
    if (alarmsClosed > 0) await logCheck(tx, caller, { checked: { ...one, alarmsClosed }, body })
  }
  return ended
}

/** A nurse was there: the open alarms are over, with what it was. */
export async function markAlertsDone(
  services: Pick<Services, 'db' | 'feed' | 'log'>,
  caller: Caller,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { changed, roomIds } = await services.db.transaction((tx) => endNamed(tx, caller, body))
  await publishChanged(services, changed, 'closed')
  return { closed: roomIds.length }
}
