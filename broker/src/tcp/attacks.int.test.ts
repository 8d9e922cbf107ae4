import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createCompany, createDevice } from '@carewatch/migrations/factories'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BrokerHarness, SOON, startBrokerHarness } from '../testing.ts'

const IW = 'Vivistar VL16P'
const SE_TRACKER = 'SeTracker (3G)'
const say3g = ({ imei }: { imei: string }, what: string) =>
  `[3G*${imei.slice(4, 14)}*${what.length.toString(16).padStart(4, '0').toUpperCase()}*${what}]`

describe('who says that they are somebody else’s watch', () => {
  let harness: BrokerHarness
  const open: Socket[] = []

  beforeAll(async () => {
    harness = await startBrokerHarness()
  })
  afterEach(() => open.splice(0).forEach((socket) => socket.destroy()))
  afterAll(() => harness.close())

  const newWatch = (values = {}, settings = {}) =>
    createDevice(harness.db, { deviceModel: IW, ...values }, settings)
  const call = async () => {
    const socket = connect(harness.watchPort, '127.0.0.1')
    open.push(socket)
    let received = ''
    socket.on('data', (chunk) => (received += chunk.toString('latin1')))
    socket.on('error', () => {})
    await once(socket, 'connect')
    return {
      socket,
      send: (text: string) => socket.write(text, 'latin1'),
      received: () => received,
      receives: (what: RegExp | string) => vi.waitFor(() => expect(received).toMatch(what), SOON),
    }
  }
  const eventsOf = async (deviceId: number) =>
    (await harness.sql.query('select type from device_events where device_id = $1', [deviceId])).rows

  describe('by the ten digits of its IMEI', () => {
    it('silences it no more by a watch of another format with the same digits', async () => {
      const watch = await newWatch({ imei: '111156789012345', deviceModel: SE_TRACKER })
      const { id: companyId } = await createCompany(harness.db)
      await newWatch({ imei: '999956789012349', deviceModel: 'native', companyId })
      const tcp = await call()
      tcp.send(say3g(watch, 'LK,50,100,80'))
      await tcp.receives(/\*LK\]/)
      expect(tcp.socket.closed).toBe(false)
    })

    it('silences it no more by one that was registered before digits had to be its own', async () => {
      const watch = await newWatch({ imei: '111166789012345', deviceModel: SE_TRACKER })
      await harness.sql.query('update device_status set last_seen_at = now() where device_id = $1', [
        watch.id,
      ])
      const other = await newWatch({ imei: '999966789012349', deviceModel: IW })
      await harness.sql.query('alter table devices disable trigger devices_short_identity')
      await harness.sql.query('update devices set device_model = $2 where id = $1', [other.id, SE_TRACKER])
      await harness.sql.query('alter table devices enable trigger devices_short_identity')
      const tcp = await call()
      tcp.send(say3g(watch, 'AL,251126,101010,A,32.07,N,34.79,E,0,0,0,9,90,80,0,0,00010000'))
      await tcp.receives(/\*AL\]/)
      expect(await eventsOf(watch.id)).toEqual([{ type: 'SOS' }])
    })
  })
})
