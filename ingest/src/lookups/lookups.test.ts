import { type Decoded, nothingDecoded } from '@carewatch/devices/codec'
import { expect, it, vi } from 'vitest'
import type { Uplink } from '../uplink.ts'
import { createLookups } from './lookups.ts'

const uplinkOf = (deviceId: number): Uplink => ({
  source: { deviceId, deviceUuid: '', format: 'watch-iw' },
  topic: '',
  leaf: '',
  payload: Buffer.from(''),
  receivedAt: 0,
})
const at = (time: number): Decoded => ({ ...nothingDecoded(), cells: { time, cells: [] } })

/** Each look lasts until it is let go. */
function looking(options: { atOnce: number; waitingMax?: number }) {
  const looks: { what: string; end: () => void }[] = []
  const look = (uplink: Uplink, decoded: Decoded) =>
    new Promise<void>((end) => {
      looks.push({ what: `${uplink.source.deviceId} at ${decoded.cells?.time}`, end })
    })
  return { lookUp: createLookups({ ...options, look }), looks, whats: () => looks.map(({ what }) => what) }
}

it('looks a few up at once, each watch once, and the newest of what it says next', async () => {
  const { lookUp, looks, whats } = looking({ atOnce: 2 })
  for (const time of [1, 2, 4, 3]) lookUp(uplinkOf(7), at(time))
  for (const deviceId of [8, 9]) lookUp(uplinkOf(deviceId), at(1))
  expect(whats()).toEqual(['7 at 1', '8 at 1'])
  looks[1]?.end()
  // The other is under way itself.
  await vi.waitFor(() => expect(whats().slice(2)).toEqual(['9 at 1']))
  looks[0]?.end()
  await vi.waitFor(() => expect(whats().slice(3)).toEqual(['7 at 4']))
})

it('lets the watch go that waited longest where too many wait', async () => {
  const { lookUp, looks, whats } = looking({ atOnce: 1, waitingMax: 2 })
  for (const deviceId of [1, 2, 3, 4]) lookUp(uplinkOf(deviceId), at(1))
  looks[0]?.end()
  await vi.waitFor(() => expect(whats()).toEqual(['1 at 1', '3 at 1']))
})

it('believes nothing of who is not known to be the device', () => {
  const { lookUp, whats } = looking({ atOnce: 1 })
  lookUp({ ...uplinkOf(1), isUnproven: true }, at(1))
  expect(whats()).toEqual([])
})
