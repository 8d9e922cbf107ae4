import { metrics } from '@carewatch/contracts/metrics'
import type pg from 'pg'
import type { Message } from './batch.ts'
import { arrayOf } from './columns.ts'

const EVERY_MS = 1_000

type Status = {
  lastSeenAt: number
  provenSeenAt: number
  battery: number
  wearing: number
  clockSkew: boolean
  firmware: string | null
}

const WRITE = `
update device_status as status
set last_seen_at = greatest(status.last_seen_at, seen.at),
    proven_seen_at = greatest(status.proven_seen_at, seen.proven_at),
    battery = coalesce(seen.battery, status.battery),
    wearing = coalesce(seen.wearing = 1, status.wearing),
    clock_skew = seen.skew = 1,
    firmware = coalesce(seen.firmware, status.firmware)
from unnest($1::int4[], $2::timestamptz[], $3::int2[], $4::int2[], $5::int2[], $6::timestamptz[], $7::text[]) as seen (device_id, at, battery, wearing, skew, proven_at, firmware)
where status.device_id = seen.device_id`

/** Last seen, battery, wearing and what it says of its version, gathered and written once a second: it can be derived again from the readings, so nothing waits for it. */
export function createStatusWriter(db: pg.Pool, onError: (error: Error) => void) {
  let gathered = new Map<number, Status>()
  const isNewest = createNewest()
  const timer = setInterval(() => void flush(), EVERY_MS)
  timer.unref()

  function note({ uplink, decoded }: Message): void {
    const { deviceId } = uplink.source
    const status = gathered.get(deviceId) ?? {
      lastSeenAt: 0,
      provenSeenAt: Number.NaN,
      battery: Number.NaN,
      wearing: Number.NaN,
      clockSkew: false,
      firmware: null,
    }
    status.lastSeenAt = uplink.receivedAt
    if (!uplink.isUnproven) {
      status.provenSeenAt = uplink.receivedAt
      status.firmware = decoded.firmware ?? status.firmware
    }
    status.clockSkew = decoded.clockSkew
    for (const { metric, value, time } of decoded.readings) {
      if (metric !== metrics.battery.id && metric !== metrics.wearing.id) continue
      // A clock that runs ahead and is set right must not make what it says next look old.
      if (!isNewest(deviceId, metric, Math.min(time, uplink.receivedAt))) continue
      if (metric === metrics.battery.id) status.battery = value
      else status.wearing = value
    }
    gathered.set(deviceId, status)
  }

  async function flush(): Promise<void> {
    if (gathered.size === 0) return
    const writing = gathered
    gathered = new Map()
    try {
      await db.query({ name: 'status', text: WRITE, values: arraysOf(writing) })
    } catch (error) {
      onError(error as Error)
      for (const [deviceId, older] of writing) gathered.set(deviceId, newest(older, gathered.get(deviceId)))
    }
  }

  return {
    note,
    close: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

/** The newer value wins; a field that it does not carry stays as it was. */
function newest(older: Status, newer = older): Status {
  return {
    ...newer,
    provenSeenAt: Number.isNaN(newer.provenSeenAt) ? older.provenSeenAt : newer.provenSeenAt,
    battery: Number.isNaN(newer.battery) ? older.battery : newer.battery,
    wearing: Number.isNaN(newer.wearing) ? older.wearing : newer.wearing,
    firmware: newer.firmware ?? older.firmware,
  }
}

/** Whether nothing newer is known of this device and metric: what a watch kept back is not its present state. */
function createNewest() {
  const times = {
    [metrics.battery.id]: new Map<number, number>(),
    [metrics.wearing.id]: new Map<number, number>(),
  }
  return (deviceId: number, metric: keyof typeof times, time: number): boolean => {
    const known = times[metric]
    if (time < (known.get(deviceId) ?? time)) return false
    known.set(deviceId, time)
    return true
  }
}

function arraysOf(statuses: Map<number, Status>): unknown[] {
  // In one order everywhere: two brokers must not wait for each other's rows.
  const ordered = [...statuses].toSorted(([one], [other]) => one - other)
  const column = (pick: (status: Status) => number) => ordered.map(([, status]) => pick(status))
  return [
    arrayOf(
      'int4',
      ordered.map(([id]) => id),
    ),
    arrayOf(
      'timestamptz',
      column(({ lastSeenAt }) => lastSeenAt),
    ),
    arrayOf(
      'int2',
      column(({ battery }) => Math.round(battery)),
    ),
    arrayOf(
      'int2',
      column(({ wearing }) => wearing),
    ),
    arrayOf(
      'int2',
      column(({ clockSkew }) => Number(clockSkew)),
    ),
    arrayOf(
      'timestamptz',
      column(({ provenSeenAt }) => provenSeenAt),
    ),
    ordered.map(([, { firmware }]) => firmware),
  ]
}
