import { devices } from '@carewatch/migrations/schema/devices'
import { and, eq } from 'drizzle-orm'
import { visibleDevices } from '../../access/visible.ts'
import { publishingEnded } from '../../alarms/publish-ended.ts'
import { presentWearerId } from '../../assignments/present.ts'
import { assignDevice } from '../../wearers/assign.ts'
import type { RowOf } from '../cells.ts'
import { findPerson, hasLeft } from '../find.ts'
import type { Planning } from '../planning.ts'
import { unchanged, type Wanted, type Work } from '../planned.ts'

/** Who wears a watch is known by the watch: one that another wears is not taken from them by a file. */
export async function planAssignment({ db, caller }: Planning, row: RowOf<'assignments'>): Promise<Wanted> {
  const key = row.imei
  const isIt = and(eq(devices.imei, row.imei), visibleDevices(caller))
  const [device] = await db
    .select({ id: devices.id, uuid: devices.uuid, companyId: devices.companyId })
    .from(devices)
    .where(isIt)
  if (!device) return { key, problems: { imei: 'unknown' } }
  const { companyId } = device
  const asked = await findPerson(db, caller, { ...row, companyId })
  if ('problems' in asked) return { key, problems: asked.problems }
  const person = asked.found
  if (!person) return { key, problems: { firstName: 'unknown' } }
  if (hasLeft(person)) return { key, problems: { row: 'hasLeft' } }
  const wearerId = await presentWearerId(db, device.id)
  const sent = { wearerUUID: person.uuid, deviceUUID: device.uuid }
  // Who wears it is no change of the person: what else was changed of them meanwhile does not matter.
  const there = { uuid: device.uuid, updatedAt: new Date(0) }
  if (wearerId === person.id) return { key, there, changes: [], sent, work: unchanged }
  if (wearerId !== null) return { key, problems: { imei: 'wornByOther' } }
  const work: Work = async (services, by, isTrial) => {
    const doIt = () => assignDevice(services.db, by, { body: sent })
    await (isTrial ? doIt() : publishingEnded(services, { deviceUuid: device.uuid }, doIt))
    return {}
  }
  return { key, there: null, changes: [], sent, work }
}
