import type { importDevices as contract } from '@carewatch/contracts/http/device-import'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import { devices as devicesTable } from '@carewatch/migrations/schema/devices'
import type { Caller } from '../../access/viewer.ts'
import { isAmong } from '../../http/among.ts'
import { namedFields } from '../../http/field-errors.ts'
import { claimDevice } from '../claims/claim.ts'
import { createDevice, type Made } from '../create-device.ts'
import { selectDevices, toDevice } from '../device-rows.ts'
import { type Planned, planImport } from './plan.ts'

/** Registers what is new: in the order of the IMEIs, so that two who import at once do not wait for each other. */
async function register(db: Db, caller: Caller, planned: readonly Planned[]): Promise<Made[]> {
  const isNew = planned
    .filter(({ outcome }) => outcome === 'NEW')
    .toSorted((one, other) => (one.wanted?.imei ?? '').localeCompare(other.wanted?.imei ?? ''))
  return db.transaction(async (tx) => {
    const made: Made[] = []
    for (const row of isNew) {
      const one = row.wanted && (await createDevice(tx, caller, { values: row.wanted }))
      if (one) made.push(one)
      else {
        // Somebody else has it, or registered it since it was looked up.
        row.outcome = 'EXISTS'
        if (row.wanted) await claimDevice(tx, caller, row.wanted)
      }
    }
    return made
  })
}

async function shown(db: Db, made: readonly Made[]): Promise<Reply<typeof contract>['devices']> {
  const ids = made.map(({ row }) => row.id)
  const rows = await selectDevices(db).where(isAmong(devicesTable.id, ids))
  const now = new Date()
  const byId = new Map(rows.map((row) => [row.device.id, toDevice(row, now)]))
  return made.flatMap(({ row, credentials }) => {
    const device = byId.get(row.id)
    return device ? [{ device, credentials }] : []
  })
}

/** Says what would become of each row and, asked to, registers what is new; what exists or cannot be is left as it is. */
export async function importDevices(
  db: Db,
  caller: Caller,
  { rows, apply }: Input<typeof contract>['body'],
): Promise<Reply<typeof contract>> {
  const planned = await planImport(db, caller, rows)
  const made = apply ? await register(db, caller, planned) : []
  return {
    rows: planned.map(({ outcome, problems }) => ({
      outcome,
      problems: namedFields(problems, caller.language),
    })),
    devices: await shown(db, made),
  }
}
