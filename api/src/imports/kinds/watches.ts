import { isDoubtfulImei } from '@carewatch/contracts/check-digit'
import type { Input } from '@carewatch/contracts/http/endpoint'
import type { updateDevice as update } from '@carewatch/contracts/http/device-changes'
import type { ImportColumn } from '@carewatch/contracts/http/import'
import { Refusal } from '@carewatch/contracts/refusal'
import { devices } from '@carewatch/migrations/schema/devices'
import { and, eq } from 'drizzle-orm'
import { visibleDevices } from '../../access/visible.ts'
import { publishingEnded } from '../../alarms/publish-ended.ts'
import type { NamedPlace } from '../../devices/import/places.ts'
import { seen, type Seen } from '../../access/seen.ts'
import { mobileNumberOf } from '../../devices/mobile-number.ts'
import { registerDevice } from '../../devices/register.ts'
import { updateDevice } from '../../devices/update.ts'
import { InvalidFields } from '../../http/invalid-fields.ts'
import type { RowOf } from '../cells.ts'
import type { Planning } from '../planning.ts'
import { unchanged, type Wanted, type Work } from '../planned.ts'
import { placeIds, placeIn } from '../place.ts'

type Row = RowOf<'watches'>
type Body = Input<typeof update>['body']
type Device = Seen<typeof devices.$inferSelect>

/** Somebody else's watch shows in nothing that leaves no claim: a look goes by it in silence. */
async function unseen<Answer>(isTrial: boolean, work: Promise<Answer>): Promise<Answer | null> {
  try {
    return await work
  } catch (error) {
    if (isTrial && error instanceof Refusal && error.key === 'imeiTaken') return null
    throw error
  }
}

function toRegister(row: Row, place: NamedPlace) {
  const { imei, imsi, name, model, phone } = row
  const body = {
    imei,
    imsi,
    name,
    deviceModel: model,
    ...(phone !== undefined && { mobileNumber: phone }),
    ...placeIds(place),
  }
  const work: Work = async (services, caller, isTrial) => {
    const made = await unseen(isTrial, registerDevice(services, caller, body))
    return made ? { credentials: made.credentials } : {}
  }
  return { there: null, changes: [], sent: body, work }
}

/** As it would stand there; what is no number is refused by the call itself. */
function numberOf(text: string): string | null {
  try {
    return mobileNumberOf(text)
  } catch (error) {
    if (error instanceof InvalidFields) return text
    throw error
  }
}

function changesOf(row: Row, device: Device, { branch, companyId }: NamedPlace) {
  const { imsi, name, model, phone } = row
  const isNew = companyId !== null && device.companyId === null
  const all: [ImportColumn, boolean, Body][] = [
    ['imsi', imsi !== device.imsi, { imsi }],
    ['name', name !== device.name, { name }],
    ['model', model !== device.deviceModel, { deviceModel: model }],
    ['phone', phone !== undefined && numberOf(phone) !== device.mobileNumber, { mobileNumber: phone }],
    ['branch', branch !== null && branch.id !== device.branchId, { branchId: branch?.uuid }],
  ]
  const other = all.filter(([, isOther]) => isOther)
  return { changes: other.map(([column]) => column), bodies: other.map(([, , body]) => body), isNew }
}

/** A watch is known by its IMEI. */
export async function planWatch({ db, caller, places }: Planning, row: Row): Promise<Wanted> {
  const key = row.imei
  const where = placeIn(places, caller, row)
  if ('problems' in where) return { key, problems: where.problems }
  const { place } = where
  const isIt = and(eq(devices.imei, row.imei), visibleDevices(caller))
  const [device] = await db.select(seen(devices)).from(devices).where(isIt)
  if (!device) return { key, isDoubtful: isDoubtfulImei(key), ...toRegister(row, place) }
  const { uuid, updatedAt, companyId } = device
  // From one company to another a watch is moved by itself: what was recorded stays behind.
  if (companyId !== null && place.companyId !== companyId) return { key, problems: { company: 'invalid' } }
  const { changes, bodies, isNew } = changesOf(row, device, place)
  const sent: Body = Object.assign(
    {},
    ...bodies,
    isNew && place.company ? { companyId: place.company.uuid } : {},
  )
  if (Object.keys(sent).length === 0) return { key, there: device, changes, sent, work: unchanged }
  const work: Work = async (services, by, isTrial) => {
    const doIt = () => updateDevice(services.db, by, { params: { uuid }, body: { ...sent, updatedAt } })
    await (isTrial ? doIt() : publishingEnded(services, { deviceUuid: uuid }, doIt))
    return {}
  }
  return { key, there: device, changes: isNew ? [...changes, 'company'] : changes, sent, work }
}
