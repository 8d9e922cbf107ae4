import {
  type AskedIntervals,
  askedMsOf,
  expectedIntervalMs,
  lateAfterMs,
  type OperationMode,
} from '@carewatch/contracts/freshness'
import { formatNameOf, formatOf } from '@carewatch/contracts/formats'
import { type LimitMap, limitsForAll } from '@carewatch/contracts/limits'
import { formatWith, knownProfile } from '@carewatch/contracts/profiles'
import { limitsOfModel, type Measuring, measuringOf } from '@carewatch/contracts/measuring'
import type { Fence } from '@carewatch/contracts/rules/fence'
import { FENCES, type FenceRow, fenceOf } from './fence-rows.ts'
import { createProfileCache } from './profile-cache.ts'

/** What evaluating a device's facts takes beside the facts. */
export type DeviceProfile = {
  id: number
  uuid: string
  imei: string
  name: string
  companyId: number | null
  companyUuid: string | null
  branchId: number | null
  ownerUuid: string | null
  limits: LimitMap
  /** What is known of its model. */
  measuring: Measuring
  expectedMs: number
  lateAfterMs: number
  askedMs: ReturnType<typeof askedMsOf>
  /** By command, at once. */
  canMeasure: boolean
  /** Of whoever wears it, in years, where that is known. */
  age: number | null
  fences: readonly Fence[]
  /** The wearer's. */
  zone: string
  /** Since when it is worn as it is now, in milliseconds: what it reports of before is somebody else's, or nobody's. */
  wornSinceMs: number
  /** In which it is worn now; null: nobody wears it. */
  assignmentId: number | null
  /** By this program's clock: when it changes hands, as is planned, and this profile is another's; null: nothing is planned. */
  changesAtMs: number | null
}

type Row = Omit<
  DeviceProfile,
  'limits' | 'measuring' | 'expectedMs' | 'lateAfterMs' | 'askedMs' | 'canMeasure' | 'fences' | 'changesAtMs'
> &
  AskedIntervals & {
    /** How far away that is the database says, whose clock decides. */
    changesInMs: number | null
    /** It has come, and what was set for who wore it until then still is. */
    isChanging: boolean
    fences: FenceRow[]
    operationMode: OperationMode
    model: string
    /** Which model of its make somebody said that it is. */
    chosen: string | null
    /** The format of its model, else its model. */
    format: string
    locationIntervalMinutes: number | null
    ownLimits: LimitMap | null
    branchLimits: LimitMap | null
    companyLimits: LimitMap | null
  }

const PROFILES = `
select d.id, d.uuid, d.imei, d.name, d.company_id as "companyId", c.uuid as "companyUuid", d.branch_id as "branchId",
  date_part('epoch', evaluated_since(d.id)) * 1000 as "wornSinceMs", (select id from present_assignment(d.id)) as "assignmentId",
  date_part('epoch', planned_change(d.id) - clock_timestamp()) * 1000 as "changesInMs", (planned_change(d.id) <= now()) is true as "isChanging", u.uuid as "ownerUuid", coalesce(u.time_zone, b.time_zone, 'UTC') as zone, ${FENCES} as fences,
  d.operation_mode as "operationMode", d.device_model as model, d.chosen_profile as chosen, coalesce((select m.format from device_models m where m.name = d.device_model), d.device_model) as format, s.location_interval_minutes as "locationIntervalMinutes", s.limits as "ownLimits", b.limits as "branchLimits", c.limits as "companyLimits",
  s.heart_rate_interval_minutes as "heartRateIntervalMinutes", s.blood_pressure_interval_minutes as "bloodPressureIntervalMinutes",
  (select date_part('year', age(w.dob)) from present_assignment(d.id) p join wearers w on w.id = p.wearer_id) as age
from devices d left join companies c on c.id = d.company_id left join watch_settings s on s.device_id = d.id
left join users u on u.id = d.owner_id left join branches b on b.id = d.branch_id
where d.id = any($1::int4[])`

/** The profiles of devices, kept until somebody changes them. */
export function createDeviceCache() {
  const profiles = createProfileCache(
    async (db, ids) => {
      const { rows } = await db.query<Row>(PROFILES, [ids])
      return rows.map(profileOf)
    },
    ({ changesAtMs }) => changesAtMs !== null && Date.now() >= changesAtMs,
  )
  return {
    ...profiles,
    /** A person's zone is that of the watches they wear. */
    forgetOwnedBy: (uuid: string): void => profiles.forgetWhere(({ ownerUuid }) => ownerUuid === uuid),
  }
}

function formatOfRow({ model, format, chosen }: Pick<Row, 'model' | 'format' | 'chosen'>) {
  const name = formatNameOf(format)
  return formatWith(formatOf(name), knownProfile({ format: name, model, chosen, guessed: null }))
}

function profileOf({
  operationMode,
  locationIntervalMinutes,
  fences,
  changesInMs,
  isChanging,
  ...row
}: Row): DeviceProfile {
  const { id, uuid, imei, name, companyId, companyUuid, branchId, ownerUuid, zone } = row
  const { wornSinceMs, assignmentId } = row
  const expectedMs = expectedIntervalMs(operationMode, locationIntervalMinutes)
  const identity = { id, uuid, imei, name, companyId, companyUuid, branchId, ownerUuid, zone }
  const measuring = measuringOf(row.model, row.format)
  const changesAtMs = changesInMs === null ? null : Date.now() + changesInMs
  const pace = { expectedMs, lateAfterMs: lateAfterMs(expectedMs), askedMs: askedMsOf(row) }
  return {
    ...identity,
    ...pace,
    wornSinceMs,
    assignmentId,
    changesAtMs,
    age: row.age,
    canMeasure: formatOfRow(row).commands.includes('MEASURE'),
    measuring,
    limits: limitsForAll(
      isChanging ? null : row.ownLimits,
      row.branchLimits,
      row.companyLimits,
      limitsOfModel(measuring),
    ),
    fences: isChanging ? [] : fences.map(fenceOf),
  }
}

export type DeviceCache = ReturnType<typeof createDeviceCache>
