import { staffAlarms } from '@carewatch/contracts/alarms'
import { expectedIntervalMs, freshness } from '@carewatch/contracts/freshness'
import type { Device } from '@carewatch/contracts/http/devices'
import type { Db } from '@carewatch/platform/database/client'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { devices, deviceStatus, relatives, watchSettings } from '@carewatch/migrations/schema/devices'
import { branches, companies, users } from '@carewatch/migrations/schema/people'
import { eq, notInArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Reader, wearerOfDevice } from '../access/wearer-summary.ts'
import { fullName } from '../access/viewer.ts'
import { isFamily } from '../access/worn.ts'
import { seen } from '../access/seen.ts'

const agents = alias(users, 'agents')
const kin = alias(users, 'kin')

/** Written out in full: inside a selected sub-query drizzle leaves the outer table's name away. */
const relativeUuids = sql<string[]>`array(
  select ${kin.uuid} from ${relatives} join ${users} kin on ${kin.id} = ${relatives.userId}
  where ${relatives.deviceId} = ${devices.id} and ${kin.deletedAt} is null order by ${relatives.id})`

const openAlarms = (reader: Reader | undefined) => sql<number>`(
  select count(*)::int from ${alarms} where ${alarms.deviceId} = ${devices.id} and ${alarms.closedAt} is null
    and ${alarms.wearerId} is not distinct from present_wearer(${devices.id})
    and ${reader && isFamily(reader) ? notInArray(alarms.kind, staffAlarms) : sql`true`})`

/** Devices with everything a screen shows of them; the caller says which. */
export const selectDevices = (db: Db, reader?: Reader) =>
  db
    .select({
      device: seen(devices),
      status: deviceStatus,
      locationIntervalMinutes: watchSettings.locationIntervalMinutes,
      company: { uuid: companies.uuid, name: companies.name },
      branch: { uuid: branches.uuid, name: branches.name },
      timeZone: branches.timeZone,
      owner: seen(users),
      agentUuid: agents.uuid,
      relatives: relativeUuids,
      openAlarms: openAlarms(reader),
      wearer: wearerOfDevice(reader),
    })
    .from(devices)
    .leftJoin(deviceStatus, eq(deviceStatus.deviceId, devices.id))
    .leftJoin(watchSettings, eq(watchSettings.deviceId, devices.id))
    .leftJoin(companies, eq(companies.id, devices.companyId))
    .leftJoin(branches, eq(branches.id, devices.branchId))
    .leftJoin(users, eq(users.id, devices.ownerId))
    .leftJoin(agents, eq(agents.id, devices.agentId))
    .$dynamic()

type DeviceRow = Awaited<ReturnType<typeof selectDevices>>[number]

export function toDevice(row: DeviceRow, now: Date): Device {
  const { device, status, owner } = row
  const expectedMs = expectedIntervalMs(device.operationMode, row.locationIntervalMinutes)
  const lastSeenAt = status?.lastSeenAt ?? null
  return {
    uuid: device.uuid,
    imei: device.imei,
    imsi: device.imsi,
    name: device.name,
    deviceModel: device.deviceModel,
    mobileNumber: device.mobileNumber,
    isSold: device.isSold,
    isActive: device.isActive,
    operationMode: device.operationMode,
    createdAt: device.createdAt,
    wearer: row.wearer,
    ownerUUID: owner?.uuid ?? null,
    ownerName: owner && fullName(owner),
    relatives: row.relatives,
    agentId: row.agentUuid,
    battery: status?.battery ?? null,
    expectedIntervalMs: expectedMs,
    company: row.company,
    branch: row.branch,
    timeZone: row.timeZone,
    online: status?.online ?? false,
    lastSeenAt,
    freshness: lastSeenAt ? freshness(now.getTime() - lastSeenAt.getTime(), expectedMs) : 'OFFLINE',
    openAlarms: row.openAlarms,
  }
}
