import { devices } from '@carewatch/migrations/schema/devices'
import type { Db } from '@carewatch/platform/database/client'
import type { Device, DeviceUseStatement } from '@medplum/fhirtypes'
import type { Viewer } from '../../access/viewer.ts'
import { wornWithin } from '../../access/worn-spans.ts'
import { isAmong } from '../../http/among.ts'
import type { Range } from '../../http/range.ts'
import { identifier } from './people.ts'

/** The newest of them: more are not worn in the longest time that may be asked for. */
const MOST_USES = 500

export type Use = { uuid: string; deviceUuid: string; began: Date; endedAt: Date | null }

/** What somebody wore in a time, the oldest first. */
export async function readUses(db: Db, viewer: Viewer, asked: Range & { wearerId: number }): Promise<Use[]> {
  const worn = await wornWithin(db, viewer, { ...asked, most: MOST_USES })
  const named = await db
    .select({ id: devices.id, uuid: devices.uuid })
    .from(devices)
    .where(
      isAmong(
        devices.id,
        worn.map(({ deviceId }) => deviceId),
      ),
    )
  const uuids = new Map(named.map(({ id, uuid }) => [id, uuid]))
  return worn
    .flatMap(({ deviceId, ...use }) => {
      const deviceUuid = uuids.get(deviceId)
      return deviceUuid === undefined ? [] : [{ ...use, deviceUuid }]
    })
    .toReversed()
}

const statusOf = ({ began, endedAt }: Use, now: Date): DeviceUseStatement['status'] => {
  if (began > now) return 'intended'
  return endedAt !== null && endedAt <= now ? 'completed' : 'active'
}

export const useOf = (use: Use, wearerUuid: string, now: Date): DeviceUseStatement => ({
  resourceType: 'DeviceUseStatement',
  id: use.uuid,
  identifier: identifier(use.uuid),
  status: statusOf(use, now),
  subject: { reference: `urn:uuid:${wearerUuid}`, type: 'Patient' },
  timingPeriod: {
    start: use.began.toISOString(),
    ...(use.endedAt !== null && { end: use.endedAt.toISOString() }),
  },
  device: { reference: `urn:uuid:${use.deviceUuid}`, type: 'Device' },
})

/** A device by its id alone: whose it is now is said by the use of it, and its name may be another's. */
export const deviceOf = (uuid: string): Device => ({
  resourceType: 'Device',
  id: uuid,
  identifier: identifier(uuid),
})
