import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Decoded } from '@carewatch/devices/codec'
import { type ProtocolName, protocols } from '@carewatch/devices/registry/protocols'
import { recordedMessages } from '@carewatch/devices/testing/recorded'
import { createDevice } from '@carewatch/migrations/factories'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type BrokerHarness, startBrokerHarness } from '../testing.ts'

type Talk = { identity: string; frames: Uint8Array[] }

const read = (format: ProtocolName, frame: Uint8Array) =>
  protocols[format].read(frame, { receivedAt: Date.now(), utcOffsetMinutes: 0 })

/** What ends a message, where whoever recorded it left that out. */
const ENDS: Partial<Record<ProtocolName, string>> = { 'watch-pt60': '@R#@', 'pendant-minifinder-text': ';' }

function framesOf(format: ProtocolName, payload: Uint8Array): Uint8Array[] {
  let rest: Uint8Array = Buffer.concat([payload, Buffer.from(ENDS[format] ?? '')])
  const frames: Uint8Array[] = []
  for (;;) {
    const cut = protocols[format].cut(rest)
    if (typeof cut === 'string') return frames
    frames.push(rest.subarray(cut.start, cut.end))
    rest = rest.subarray(cut.end)
  }
}

/** What was recorded of a make, by who says it; who does not say who they are goes on for whoever spoke before. */
function talksOf(format: ProtocolName): Talk[] {
  const talks: Talk[] = []
  for (const frame of recordedMessages(format).flatMap(({ payload }) => framesOf(format, payload))) {
    const { identity } = read(format, frame)
    const known = identity === undefined ? talks.at(-1) : talks.find((talk) => talk.identity === identity)
    if (known) known.frames.push(frame)
    else if (identity !== undefined) talks.push({ identity, frames: [frame] })
  }
  return talks
}

/** One of ten digits is the middle of an IMEI. */
const imeiOf = (identity: string): string => (identity.length === 10 ? `8613${identity}0` : identity)

const textsOf = ({
  readings,
  positions,
  events,
}: Pick<Decoded, 'readings' | 'positions' | 'events'>): string[] => [
  ...readings.map(({ metric, value }) => `${metric}: ${Math.fround(value)}`),
  ...positions.map(({ lat, lng }) => `at ${lat.toFixed(5)} ${lng.toFixed(5)}`),
  ...events.map(({ type }) => type),
]

const STORED = `
select metric || ': ' || value::float8 as text from readings where device_id = $1
union all select 'at ' || to_char(lat, 'FM990.00000') || ' ' || to_char(lng, 'FM990.00000') from positions where device_id = $1
union all select type from device_events where device_id = $1`

// Safe: the keys of an object of ours.
const makes = (Object.keys(protocols) as ProtocolName[]).map((format) => ({ format, talks: talksOf(format) }))

describe('whatever was recorded of a make', () => {
  let harness: BrokerHarness
  const open: Socket[] = []
  // Some were recorded of one watch in two makes.
  beforeEach(async () => {
    harness = await startBrokerHarness()
  })
  afterEach(async () => {
    for (const socket of open.splice(0)) socket.destroy()
    await harness.close()
  })

  async function send({ frames }: Talk): Promise<void> {
    const socket = connect(harness.watchPort, '127.0.0.1')
    open.push(socket)
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(Buffer.concat(frames))
  }
  const storedOf = async (deviceId: number): Promise<string[]> =>
    (await harness.sql.query<{ text: string }>(STORED, [deviceId])).rows.map(({ text }) => text).toSorted()

  it.each(makes)(
    '$format: is stored, each thing once, though all of it comes in one segment',
    async ({ format, talks }) => {
      expect(talks.length).toBeGreaterThan(0)
      for (const talk of talks) {
        const device = await createDevice(harness.db, { imei: imeiOf(talk.identity), deviceModel: format })
        await send(talk)
        const meant = talk.frames.flatMap((frame) => textsOf(read(format, frame).decoded)).toSorted()
        await expect
          .poll(async () => [talk.identity, ...(await storedOf(device.id))])
          .toEqual([talk.identity, ...meant])
      }
    },
  )
})
