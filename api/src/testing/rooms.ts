import { randomBytes } from 'node:crypto'
import { beacons, gateways, rooms, sightings } from '@carewatch/migrations/schema/rooms'
import type { Stand } from './stand.ts'

type New<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>

const one = <Row>([row]: Row[]): Row => {
  if (!row) throw new Error('The insert answered no row.')
  return row
}

export const uniqueMac = (): string => randomBytes(6).toString('hex')

export const addRoom = async ({ db }: Stand, branchId: number, values: New<typeof rooms> = {}) =>
  one(
    await db
      .insert(rooms)
      .values({ branchId, name: `Room ${randomBytes(3).toString('hex')}`, ...values })
      .returning(),
  )

export const addGateway = async ({ db }: Stand, values: New<typeof gateways>) => {
  const mac = uniqueMac()
  return one(
    await db
      .insert(gateways)
      .values({ mac, name: `Gateway ${mac}`, ...values })
      .returning(),
  )
}

export const addBeacon = async ({ db }: Stand, values: New<typeof beacons>) => {
  const mac = uniqueMac()
  return one(
    await db
      .insert(beacons)
      .values({ mac, name: `Beacon ${mac}`, deviceType: 'TAG', ...values })
      .returning(),
  )
}

type Heard = New<typeof sightings> & { gateway: { id: number }; beacon: { id: number }; secondsAgo?: number }

/** A gateway hears a beacon, as the facts table keeps it. */
export async function hear({ db }: Stand, { gateway, beacon, secondsAgo = 0, ...values }: Heard) {
  const time = new Date(Date.now() - secondsAgo * 1_000)
  const heard = { gatewayId: gateway.id, beaconId: beacon.id, time, rssi: -60 }
  await db.insert(sightings).values({ ...heard, ...values })
  return time
}
