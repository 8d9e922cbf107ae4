import type pg from 'pg'
import { arrayOf } from '../columns.ts'
import type { BeaconSighting } from './scan-message.ts'

const EVERY_MS = 1_000

type Seen = { at: number; rssi: number; battery: number }
type There = { at: number; isOnline: boolean }

/**
 * What it said counts wherever it said it, also if it came, spoke and left between two writes. Only the node that received it last writes that it
 * went: elsewhere an old connection ended.
 */
const GATEWAYS = `
update gateways g set last_message_at = greatest(g.last_message_at, t.at),
  online = case when t.online = 1 then true else g.online and g.door_id is distinct from $4 end,
  door_id = case when t.online = 1 then $4 else g.door_id end
from unnest($1::int4[], $2::timestamptz[], $3::int2[]) as t (id, at, online)
where g.id = t.id and g.deleted_at is null and (t.online = 1 or t.at is not null or g.door_id is not distinct from $4)`

const BEACONS = `
update beacons b set last_seen_at = greatest(b.last_seen_at, t.at), rssi = t.rssi, battery = coalesce(t.battery, b.battery)
from unnest($1::int4[], $2::timestamptz[], $3::int2[], $4::int2[]) as t (id, at, rssi, battery)
where b.id = t.id and (b.last_seen_at is null or b.last_seen_at <= t.at)`

type Options = { db: pg.Pool; nodeId: number | undefined; onError: (error: Error) => void }

/** When gateways sent and beacons were seen, how strongly, and their batteries: gathered and written once a second, so nothing waits for it. */
export function createSeenWriter({ db, nodeId, onError }: Options) {
  let gateways = new Map<number, There>()
  let beacons = new Map<number, Seen>()
  const timer = setInterval(() => void flush(), EVERY_MS)
  timer.unref()

  async function flush(): Promise<void> {
    const [there, seen] = [gateways, beacons]
    if (there.size + seen.size === 0) return
    gateways = new Map()
    beacons = new Map()
    try {
      if (there.size > 0)
        await db.query({
          name: 'gateways-seen',
          text: GATEWAYS,
          values: [...arraysOfGateways(there), nodeId],
        })
      if (seen.size > 0)
        await db.query({ name: 'beacons-seen', text: BEACONS, values: arraysOfBeacons(seen) })
    } catch (error) {
      onError(error as Error)
      // The newer value wins.
      gateways = new Map([...there, ...gateways])
      beacons = new Map([...seen, ...beacons])
    }
  }

  return {
    flush,
    noteGateway(id: number, { at, isOnline }: There): void {
      gateways.set(id, { at: Number.isNaN(at) ? (gateways.get(id)?.at ?? at) : at, isOnline })
    },
    /** Of the gateways that saw it in the same second, the one with the strongest signal. */
    noteBeacon({ beacon: { id }, sighting: { time, rssi, facts } }: Omit<BeaconSighting, 'changes'>): void {
      const before = beacons.get(id)
      const battery = facts.battery ?? before?.battery ?? Number.NaN
      beacons.set(id, {
        at: Math.max(time, before?.at ?? time),
        rssi: Math.max(rssi, before?.rssi ?? rssi),
        battery,
      })
    },
    close: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

export type SeenWriter = ReturnType<typeof createSeenWriter>

function arraysOfGateways(there: ReadonlyMap<number, There>): Buffer[] {
  const ids = [...there.keys()].toSorted((one, other) => one - other)
  const all = ids.map((id) => there.get(id) ?? { at: Number.NaN, isOnline: false })
  return [
    arrayOf('int4', ids),
    arrayOf(
      'timestamptz',
      all.map(({ at }) => at),
    ),
    arrayOf(
      'int2',
      all.map(({ isOnline }) => Number(isOnline)),
    ),
  ]
}

function arraysOfBeacons(seen: ReadonlyMap<number, Seen>): Buffer[] {
  // In one order everywhere: two brokers must not wait for each other's rows.
  const ids = [...seen.keys()].toSorted((one, other) => one - other)
  const column = (pick: (seen: Seen) => number) =>
    ids.map((id) => pick(seen.get(id) ?? { at: Number.NaN, rssi: Number.NaN, battery: Number.NaN }))
  return [
    arrayOf('int4', ids),
    arrayOf(
      'timestamptz',
      column(({ at }) => at),
    ),
    arrayOf(
      'int2',
      column(({ rssi }) => rssi),
    ),
    arrayOf(
      'int2',
      column(({ battery }) => Math.round(battery)),
    ),
  ]
}
