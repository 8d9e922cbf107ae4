import { type FleetAction } from '@carewatch/contracts/fleet-jobs'
import { Refusal } from '@carewatch/contracts/refusal'
import { cries } from '@carewatch/contracts/triage'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { devices, watchSettings } from '@carewatch/migrations/schema/devices'
import { branches, companies } from '@carewatch/migrations/schema/people'
import { assignments } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Caller } from '../../access/viewer.ts'
import { getVisibleDevice, type VisibleDevice } from '../../access/visible-device.ts'
import { holdDevices } from '../../assignments/hold.ts'
import { isNotEnded } from '../../assignments/present.ts'
import { changeStatus } from '../change.ts'
import { sendToDevice } from '../commands/send.ts'
import { configureDevice } from '../settings/configure.ts'
import { updateDevice } from '../update.ts'

type State = Record<string, unknown>
/** How one device was before, and by what is seen that nobody has changed it since. */
export type Before = { was: State; left: State }

async function placeOf(tx: Db, { companyId, branchId }: VisibleDevice): Promise<State> {
  const [company] =
    companyId === null
      ? []
      : await tx.select({ uuid: companies.uuid }).from(companies).where(eq(companies.id, companyId))
  const [branch] =
    branchId === null
      ? []
      : await tx.select({ uuid: branches.uuid }).from(branches).where(eq(branches.id, branchId))
  return { companyId: company?.uuid ?? null, branchId: branch?.uuid ?? null }
}

async function intervalOf(tx: Db, { id, operationMode }: VisibleDevice): Promise<State> {
  const [row] = await tx
    .select({ locationIntervalMinutes: watchSettings.locationIntervalMinutes })
    .from(watchSettings)
    .where(eq(watchSettings.deviceId, id))
  return { operationMode, locationIntervalMinutes: row?.locationIntervalMinutes ?? null }
}

const before: Record<FleetAction['kind'], (tx: Db, device: VisibleDevice) => Promise<State> | State> = {
  ACTIVE: (_, { isActive }) => ({ isActive }),
  MOVE: placeOf,
  INTERVAL: intervalOf,
  COMMAND: () => ({}),
}

/** What a job makes of a device; of a move the company follows the branch. */
function wanted(action: FleetAction): State {
  if (action.kind === 'ACTIVE') return { isActive: action.isActive }
  if (action.kind === 'MOVE') return { branchId: action.branchUuid.toLowerCase() }
  if (action.kind === 'INTERVAL')
    return { operationMode: 'CUSTOM', locationIntervalMinutes: action.locationIntervalMinutes }
  return {}
}

type One = { device: VisibleDevice; action: FleetAction; to: State }

/** As it is done with one device, with its rights and its trace. */
async function change(tx: Db, caller: Caller, { device: { uuid }, action, to }: One): Promise<void> {
  // Safe: `to` is of the shape that `wanted` and `before` make of an action of this kind.
  if (action.kind === 'ACTIVE') await changeStatus(tx, caller, { uuid, isActive: to['isActive'] as boolean })
  else if (action.kind === 'MOVE') await updateDevice(tx, caller, { params: { uuid }, body: to })
  else if (action.kind === 'INTERVAL') await configureDevice(tx, caller, { deviceUUID: uuid, ...to })
  else await sendToDevice(tx, caller, { deviceUUID: uuid, kind: action.command })
}

/** The marks of the last change of what is done here: another change leaves others, also one to the same value. */
async function marksOf(tx: Db, { id }: VisibleDevice, { kind }: FleetAction): Promise<State> {
  const [marks] = await tx
    .select({ updatedAt: devices.updatedAt, revision: watchSettings.revision })
    .from(devices)
    .leftJoin(watchSettings, eq(watchSettings.deviceId, devices.id))
    .where(eq(devices.id, id))
  return {
    updatedAt: marks?.updatedAt.toISOString(),
    ...(kind === 'INTERVAL' && { revision: marks?.revision }),
  }
}

const isAs = (now: State, made: State): boolean =>
  Object.entries(made).every(([name, value]) => now[name] === value)

/**
 * A move takes whoever wears it along; into another house it ends that, cancels what is planned, and closes a call for help. Of a person
 * that is decided alone, never by the way.
 */
async function refuseMove(tx: Db, { id }: VisibleDevice): Promise<void> {
  const isWorn = and(eq(assignments.deviceId, id), isNotEnded)
  if ((await tx.$count(assignments, isWorn)) > 0) throw new Refusal('conflict', 'fleetWorn')
  const isCall = inArray(alarms.kind, [...cries, 'UNKNOWN_ALARM'])
  const isOpen = and(eq(alarms.deviceId, id), isNull(alarms.closedAt), isCall)
  if ((await tx.$count(alarms, isOpen)) > 0) throw new Refusal('conflict', 'fleetAlarm')
}

/** Does it with one device, and answers how it was; taking back what was done, it refuses where somebody has changed it since. */
export async function doDeed(
  tx: Db,
  caller: Caller,
  {
    deviceId,
    uuid,
    action,
    undo,
  }: { deviceId: number; uuid: string; action: FleetAction; undo: Before | null },
): Promise<Before> {
  if (action.kind !== 'COMMAND') await holdDevices(tx, [deviceId])
  const device = await getVisibleDevice(tx, caller, { uuid })
  if (action.kind === 'MOVE') await refuseMove(tx, device)
  const was = await before[action.kind](tx, device)
  const now = { ...was, ...(await marksOf(tx, device, action)) }
  if (undo && !isAs(now, { ...wanted(action), ...undo.left })) throw new Refusal('conflict')
  await change(tx, caller, { device, action, to: undo?.was ?? wanted(action) })
  return { was, left: await marksOf(tx, device, action) }
}
