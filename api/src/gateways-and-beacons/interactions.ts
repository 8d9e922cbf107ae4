import type { Interactions, interactionsOf } from '@carewatch/contracts/http/interactions'
import type { Input } from '@carewatch/contracts/http/endpoint'
import type { Language } from '@carewatch/contracts/languages'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { beacons, gateways } from '@carewatch/migrations/schema/rooms'
import { and, eq } from 'drizzle-orm'
import type { Caller, Viewer } from '../access/viewer.ts'
import { visibleBeacons, visibleGateways } from '../access/visible.ts'
import { alarmMessage } from '@carewatch/contracts/messages/alarm-message'
import type { Services } from '../services.ts'
import { type Alerted, lastAlerted } from './alerted.ts'
import { type Asked, type BeaconSighting, lastSightings } from './sightings.ts'
import { recent } from './since.ts'

type Parts = Pick<Services, 'db' | 'log'>

function keyed<Row extends { at: number; macAddress: string }, Entry>(
  rows: readonly Row[],
  entryOf: (row: Row & { updationTime: Date }) => Entry,
): Record<string, Entry> {
  const entries = rows.map((row) => {
    const entry = entryOf({ ...row, updationTime: new Date(row.at) })
    return [row.macAddress, entry] as const
  })
  return Object.fromEntries(entries)
}

const measured = (name: 'temperature' | 'humidity') => (row: BeaconSighting & { updationTime: Date }) => ({
  ...row,
  value: row[name] ?? 0,
})

const alertedIn = (language: Language) => (row: Alerted & { updationTime: Date }) => {
  const { openedAt, closedAt } = row.alarm
  return {
    ...row,
    alarm: {
      ...row.alarm,
      message: alarmMessage(language, row.alarm),
      openedAt: new Date(openedAt),
      closedAt: closedAt === null ? null : new Date(closedAt),
    },
  }
}

async function read(services: Parts, caller: Caller, asked: Asked): Promise<Interactions> {
  const { db } = services
  const [alerted, latest, warm, humid] = await Promise.all([
    lastAlerted(db, caller, asked),
    lastSightings(db, caller, { ...asked, what: 'anything' }),
    lastSightings(db, caller, { ...asked, what: 'temperature' }),
    lastSightings(db, caller, { ...asked, what: 'humidity' }),
  ])
  return {
    alertInteraction: keyed(alerted, alertedIn(caller.language)),
    latestInteraction: keyed(latest, (row) => row),
    temperatureMap: keyed(warm, measured('temperature')),
    humidityMap: keyed(humid, measured('humidity')),
  }
}

export const readAllInteractions = (services: Parts, caller: Caller, since: Date): Promise<Interactions> =>
  read(services, caller, { since: recent(since) })

/** A beacon's own, or those of the beacons a gateway hears. */
async function findByMac(db: Db, viewer: Viewer, mac: string) {
  const [beacon] = await db
    .select({ id: beacons.id })
    .from(beacons)
    .where(and(eq(beacons.mac, mac), visibleBeacons(viewer)))
  if (beacon) return { beaconId: beacon.id }
  const [gateway] = await db
    .select({ id: gateways.id })
    .from(gateways)
    .where(and(eq(gateways.mac, mac), visibleGateways(viewer)))
  if (!gateway) throw new Refusal('notFound')
  return { gatewayId: gateway.id }
}

export async function readInteractionsOf(
  services: Parts,
  caller: Caller,
  { params: { dmac, since } }: Input<typeof interactionsOf>,
): Promise<Interactions> {
  const which = await findByMac(services.db, caller, dmac)
  return read(services, caller, { since: recent(since), ...which })
}
