import { permissions } from '@carewatch/contracts/permissions'
import { devices } from '@carewatch/migrations/schema/devices'
import { rooms } from '@carewatch/migrations/schema/rooms'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../../access/viewer.ts'
import { isPresent } from '../../access/worn.ts'
import { foundDevices } from '../../http/named-wearer.ts'
import { naming } from '../../http/search.ts'

const DIGITS_OF_A_NUMBER = 4

/** As people write a telephone number; the leading zero of a country's own way is not in it. */
function digitsOf(typed: string): string | undefined {
  if (!/^[+\d][\d\s()./-]*$/.test(typed)) return undefined
  const digits = typed.replaceAll(/\D/g, '').replace(/^0+/, '')
  return digits.length >= DIGITS_OF_A_NUMBER ? digits : undefined
}

const byNumber = (db: Db, digits: string): Promise<SQL> =>
  naming(db, devices.id, {
    id: devices.id,
    of: devices,
    text: sql`regexp_replace(${devices.mobileNumber}, '\\D', '', 'g')`,
    typed: digits,
  })

/** Devices worn by whoever lives in a room that is called so. */
async function byRoom(db: Db, typed: string): Promise<SQL> {
  const isThere = await naming(db, wearers.roomId, {
    id: rooms.id,
    of: rooms,
    text: sql`lower(${rooms.name})`,
    typed,
  })
  const living = db.select({ id: wearers.id }).from(wearers).where(isThere)
  const worn = db
    .select({ id: assignments.deviceId })
    .from(assignments)
    .where(and(isPresent, inArray(assignments.wearerId, living)))
  return inArray(devices.id, worn)
}

const isStaff = ({ role }: Viewer): boolean => permissions.seeTasks.some((one) => one === role)

/** A condition on `devices`: by their own words, their number, their owner, who wears them and, for staff, in which room these live. */
export async function foundInFleet(db: Db, viewer: Viewer, typed: string): Promise<SQL | undefined> {
  const digits = digitsOf(typed)
  return or(
    await foundDevices(db, typed),
    digits ? await byNumber(db, digits) : undefined,
    isStaff(viewer) ? await byRoom(db, typed) : undefined,
  )
}
