import type { cloneDevices as contract } from '@carewatch/contracts/http/device-changes'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { WatchSettings } from '@carewatch/contracts/settings'
import type { Db } from '@carewatch/platform/database/client'
import { devices as devicesTable } from '@carewatch/migrations/schema/devices'
import type { Caller } from '../access/viewer.ts'
import { isAmong } from '../http/among.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { claimDevice } from './claims/claim.ts'
import { createDevice, type Made } from './create-device.ts'
import { mobileNumberOf } from './mobile-number.ts'
import { selectDevices, toDevice } from './device-rows.ts'
import type { DeviceRow } from './save-device.ts'
import { holdSettings } from './settings/save-settings.ts'
import { settingsOf } from './settings/state.ts'
import { getVisibleDevice } from '../access/visible-device.ts'

type Clone = Input<typeof contract>['body']['devices'][number]

/** Whom to call, what to take and how her blood pressure reads are one person's: they are no other's. */
function withoutPerson({ ownerId }: DeviceRow, settings: WatchSettings): WatchSettings {
  if (ownerId === null) return settings
  const nobodys = { sosContacts: [], phonebook: [], reminders: [] }
  return { ...settings, ...nobodys, calibrationSystolic: null, calibrationDiastolic: null }
}

function valuesOf(model: DeviceRow, clone: Clone, index: number) {
  const { deviceModel, chosenProfile, companyId, branchId, agentId } = model
  const mobileNumber = mobileNumberOf(clone.mobileNumber, `devices.${index}.mobileNumber`)
  return { ...clone, mobileNumber, deviceModel, chosenProfile, companyId, branchId, agentId }
}

type Values = ReturnType<typeof valuesOf>

/** More devices like one, all of them or none. In the order of their IMEIs, so that two who clone at once do not wait for each other. */
export async function cloneDevices(
  db: Db,
  caller: Caller,
  { uuid, devices }: Input<typeof contract>['body'],
): Promise<Reply<typeof contract>> {
  const claimed: Values[] = []
  const work = db.transaction(async (tx) => {
    const model = await getVisibleDevice(tx, caller, { uuid })
    const settings = withoutPerson(model, settingsOf(model, await holdSettings(tx, model.id)))
    const wanted = devices.map((clone, index) => ({ values: valuesOf(model, clone, index), settings, index }))
    const clones: (Made & { index: number })[] = []
    const taken: Record<string, string> = {}
    for (const { index, ...want } of wanted.toSorted((a, b) => a.values.imei.localeCompare(b.values.imei))) {
      const one = await createDevice(tx, caller, want)
      if (one) clones.push({ ...one, index })
      else {
        taken[`devices.${index}.imei`] = 'taken'
        claimed.push(want.values)
      }
    }
    if (Object.keys(taken).length > 0) throw new InvalidFields(taken)
    return clones.toSorted((a, b) => a.index - b.index)
  })
  const made = await work.catch(async (error: unknown) => {
    for (const wanted of claimed) await claimDevice(db, caller, wanted)
    throw error
  })
  const ids = made.map(({ row }) => row.id)
  const rows = await selectDevices(db).where(isAmong(devicesTable.id, ids))
  const now = new Date()
  const shown = new Map(rows.map((row) => [row.device.id, toDevice(row, now)]))
  return {
    devices: made.flatMap(({ row, credentials }) => {
      const device = shown.get(row.id)
      return device ? [{ device, credentials }] : []
    }),
  }
}
