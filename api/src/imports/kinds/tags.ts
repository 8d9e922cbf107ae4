import type { Input } from '@carewatch/contracts/http/endpoint'
import type { updateEntity as update } from '@carewatch/contracts/http/gateways-and-beacons'
import type { ImportColumn } from '@carewatch/contracts/http/import'
import { devices } from '@carewatch/migrations/schema/devices'
import { beacons } from '@carewatch/migrations/schema/rooms'
import { and, eq } from 'drizzle-orm'
import { seen, type Seen } from '../../access/seen.ts'
import { visibleBeacons, visibleDevices } from '../../access/visible.ts'
import { registerBeacon } from '../../gateways-and-beacons/new-beacon.ts'
import { updateEntity } from '../../gateways-and-beacons/update-entity.ts'
import type { RowOf } from '../cells.ts'
import { findRoom } from '../find.ts'
import type { Planning } from '../planning.ts'
import { type Problems, unchanged, type Wanted, type Work } from '../planned.ts'
import { placeIn } from '../place.ts'

type Row = RowOf<'tags'>
type Body = Input<typeof update>['body']
type Beacon = Seen<typeof beacons.$inferSelect>
type Thing = { id: number; uuid: string }
type Named = { branch: Thing; room: Thing | null; watch: Thing | null }

async function findWatch({ db, caller }: Planning, imei: string): Promise<Thing | null> {
  const [watch] = await db
    .select({ id: devices.id, uuid: devices.uuid })
    .from(devices)
    .where(and(eq(devices.imei, imei), visibleDevices(caller)))
  return watch ?? null
}

/** Whatever a row names must be there. */
async function named(planning: Planning, row: Row): Promise<Named | { problems: Problems }> {
  const { db, caller, places } = planning
  const where = placeIn(places, caller, row)
  if ('problems' in where) return where
  const { branch } = where.place
  if (!branch) return { problems: { branch: 'required' } }
  const room =
    row.room === undefined
      ? { found: null }
      : await findRoom(db, caller, { name: row.room, branchId: branch.id })
  if ('problems' in room) return room
  const watch = row.watch === undefined ? null : await findWatch(planning, row.watch)
  const problems = {
    ...(row.room !== undefined && !room.found && { room: 'unknown' }),
    ...(row.watch !== undefined && !watch && { watch: 'unknown' }),
  }
  if (Object.keys(problems).length > 0) return { problems }
  return { branch, room: room.found, watch }
}

function toRegister({ mac, name, type = 'TAG' }: Row, { branch, room, watch }: Named) {
  const body = {
    name,
    macAddress: mac,
    deviceType: type,
    branchId: branch.uuid,
    ...(room && { roomUuid: room.uuid }),
    ...(watch && { deviceUUID: watch.uuid }),
  }
  const work: Work = async ({ db }, caller) => {
    await registerBeacon(db, caller, { body })
    return {}
  }
  return { there: null, changes: [], sent: body, work }
}

function toUpdate({ name, type }: Row, beacon: Beacon, { branch, room, watch }: Named) {
  const { uuid, updatedAt } = beacon
  const leaves = branch.id !== beacon.branchId
  const all: [ImportColumn, boolean, Body][] = [
    ['name', name !== beacon.name, { name }],
    ['type', type !== undefined && type !== beacon.deviceType, { deviceType: type }],
    ['branch', leaves, { branchId: branch.uuid }],
    ['room', room !== null && (room.id !== beacon.roomId || leaves), { roomUuid: room?.uuid }],
    ['watch', watch !== null && watch.id !== beacon.deviceId, { deviceUUID: watch?.uuid }],
  ]
  const other = all.filter(([, isOther]) => isOther)
  const sent: Body = Object.assign({}, ...other.map(([, , body]) => body))
  const work: Work = async ({ db }, caller) => {
    await updateEntity(db, caller, { params: { uuid }, body: { ...sent, updatedAt } })
    return {}
  }
  const changes = other.map(([column]) => column)
  return { there: beacon, changes, sent, work: changes.length > 0 ? work : unchanged }
}

/** A tag or a sensor is known by its MAC address. */
export async function planTag(planning: Planning, row: Row): Promise<Wanted> {
  const { db, caller } = planning
  const key = row.mac
  const things = await named(planning, row)
  if ('problems' in things) return { key, problems: things.problems }
  const isIt = and(eq(beacons.mac, row.mac), visibleBeacons(caller))
  const [beacon] = await db.select(seen(beacons)).from(beacons).where(isIt)
  return { key, ...(beacon ? toUpdate(row, beacon, things) : toRegister(row, things)) }
}
