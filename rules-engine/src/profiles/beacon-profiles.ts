import type { BeaconLimits, BeaconType } from '@carewatch/contracts/rooms'
import type pg from 'pg'
import { createProfileCache } from './profile-cache.ts'

/** What evaluating a beacon's facts takes beside the facts. */
export type BeaconProfile = {
  id: number
  deviceType: BeaconType
  /** Somebody carries it. */
  isWorn: boolean
  /** It is a tag of the staff: of no person under care, and no rule is about where it is. */
  isStaff: boolean
  companyId: number
  companyUuid: string
  branchId: number
  branchUuid: string
  agreed: BeaconLimits & { roomId: number | null }
  /** The branch's. */
  zone: string
}

type Row = Omit<BeaconProfile, 'agreed'> & BeaconProfile['agreed']

const PROFILES = `
select b.id, b.device_type as "deviceType", b.device_id is not null as "isWorn", b.staff_id is not null as "isStaff", br.company_id as "companyId", c.uuid as "companyUuid",
  br.id as "branchId", br.uuid as "branchUuid", coalesce(br.time_zone, 'UTC') as zone, r.id as "roomId", b.allowed_times as "allowedTimes",
  b.max_minutes as "maxMinutes", b.temperature_low as "temperatureLow", b.temperature_high as "temperatureHigh",
  b.humidity_low as "humidityLow", b.humidity_high as "humidityHigh", b.buttons
from beacons b join branches br on br.id = b.branch_id join companies c on c.id = br.company_id
left join rooms r on r.id = b.room_id and r.deleted_at is null
where b.id = any($1::int4[]) and b.is_active and b.deleted_at is null`

const KEPT_MS = 60_000

/** The profiles of beacons, kept until somebody changes them. */
export function createBeaconProfiles() {
  const profiles = createProfileCache(async (db, ids) => {
    const { rows } = await db.query<Row>(PROFILES, [ids])
    return rows.map(profileOf)
  })
  let readAt = Date.now()
  return {
    ...profiles,
    load(db: pg.ClientBase, ids: Iterable<number>): Promise<ReadonlyMap<number, BeaconProfile>> {
      // Of a branch whose hours are moved to another zone nobody tells us.
      if (Date.now() - readAt > KEPT_MS) {
        profiles.forgetAll()
        readAt = Date.now()
      }
      return profiles.load(db, ids)
    },
  }
}
export type BeaconProfiles = ReturnType<typeof createBeaconProfiles>

function profileOf(row: Row): BeaconProfile {
  const { id, deviceType, isWorn, isStaff, companyId, companyUuid, branchId, branchUuid, zone, ...agreed } =
    row
  return { id, deviceType, isWorn, isStaff, companyId, companyUuid, branchId, branchUuid, zone, agreed }
}
