import { devices } from '@carewatch/migrations/schema/devices'
import { wearers } from '@carewatch/migrations/schema/wearers'
import type { Device } from '@medplum/fhirtypes'
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { personOf } from '../../access/persons.ts'
import { visibleDevices } from '../../access/visible.ts'
import { visibleWearers } from '../../access/visible-wearers.ts'
import { identifier } from '../../exports/fhir/people.ts'
import { type Asked, datesFor, idsOf, identifiedBy, isAskedFor, patientIn } from '../asked.ts'
import { isMoment } from '../dates.ts'
import { BATCH, type Found, inBatches, type Search } from '../source.ts'
import { columnsOf, isAfterIn, orderFor, placeIn } from './in-order.ts'

type Row = {
  uuid: string
  imei: string
  model: string
  isActive: boolean
  updatedAt: Date
  wearer: string | null
}

/** As RFC 7254 writes it: eight digits of the type, six of the device, one that is spare. */
const imeiUrn = (imei: string): string =>
  `urn:gsma:imei:${imei.slice(0, 8)}-${imei.slice(8, 14)}-${imei.slice(14)}`

const statusOf = (isActive: boolean): 'active' | 'inactive' => (isActive ? 'active' : 'inactive')

/** Whose it is now, and never by the name that a family gave it. */
const deviceOf = ({ uuid, imei, model, isActive, updatedAt, wearer }: Row): Device => ({
  resourceType: 'Device',
  id: uuid,
  meta: { lastUpdated: updatedAt.toISOString() },
  identifier: [...identifier(uuid), { system: 'urn:ietf:rfc:3986', value: imeiUrn(imei) }],
  status: statusOf(isActive),
  deviceName: [{ name: model, type: 'model-name' }],
  ...(wearer !== null && { patient: { reference: `Patient/${wearer}`, type: 'Patient' } }),
})

const IMEI = /^urn:gsma:imei:(\d{8})-(\d{6})-(\d)$/

/** A condition on `devices`: by one of the identifiers that each has. */
function isIdentified(asked: Asked): SQL | undefined {
  const uuids = identifiedBy(asked)
  if (!uuids) return undefined
  const imeis = (asked.tokens.get('identifier') ?? []).flatMap(({ code }) => {
    const parts = IMEI.exec(code)
    return parts ? [parts.slice(1).join('')] : []
  })
  return or(inArray(devices.uuid, uuids), inArray(devices.imei, imeis))
}

/** The watches in the caller's scope. */
export async function* deviceSource({ needed: { db }, caller, asked }: Search): AsyncGenerator<Found> {
  const patient = patientIn(asked)
  const states = [true, false].filter((isActive) => isAskedFor(asked, 'status', statusOf(isActive)))
  const ids = idsOf(asked)
  const which = and(
    visibleDevices(caller),
    ids && inArray(devices.uuid, ids),
    isIdentified(asked),
    patient === undefined ? undefined : eq(sql`${wearers.uuid}::text`, patient),
    inArray(devices.isActive, states),
    ...isMoment(devices.updatedAt, datesFor(asked, '_lastUpdated')),
  )
  const isWorn = and(sql`${wearers.id} = present_wearer(${devices.id})`, visibleWearers(caller))
  const { uuid, imei, deviceModel: model, isActive, updatedAt } = devices
  const order = orderFor(asked, { uuid: devices.uuid, moments: { _lastUpdated: updatedAt } })
  const placeOf = (row: Row): string => placeIn(order, row.updatedAt, row.uuid)
  const rows = inBatches<Row>(
    asked.after,
    (after) =>
      db
        .select({ uuid, imei, model, isActive, updatedAt, wearer: wearers.uuid })
        .from(devices)
        .leftJoin(wearers, isWorn)
        .where(and(which, isAfterIn(order, after)))
        .orderBy(...columnsOf(order))
        .limit(BATCH),
    placeOf,
  )
  for await (const row of rows)
    yield {
      resource: deviceOf(row),
      people: personOf({ wearerUuid: row.wearer, deviceUuid: row.uuid }),
      place: placeOf(row),
    }
}
