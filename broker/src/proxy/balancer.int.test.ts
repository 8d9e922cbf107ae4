import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { startBalancer } from '@carewatch/launcher/topology/balancer'
import { createPorts, type PublicPorts } from '@carewatch/launcher/topology/ports'
import { createDevice } from '@carewatch/migrations/factories'
import { connectAsync } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BrokerHarness, SOON, startBrokerHarness } from '../testing.ts'
import { connectPacket, makeCertificate } from './testing.ts'

const haproxy = process.env.HAPROXY
/** Of this machine, and not the one that the balancer calls from: every 127.x.x.x is, on Linux. */
const OWN = '127.0.0.7'

describe.skipIf(!haproxy || process.platform !== 'linux')(
  'behind HAProxy, with the file of docker-compose.yml',
  () => {
    const logs = mkdtempSync(join(tmpdir(), 'carewatch-balancer-'))
    const open: Socket[] = []
    let harness: BrokerHarness
    let at: PublicPorts
    let balancer: Awaited<ReturnType<typeof startBalancer>>

    beforeAll(async () => {
      const ports = createPorts()
      const [health, mqtts] = [await ports.next(), await ports.next()]
      const tls = { ...makeCertificate(logs), MQTTS_PORT: String(mqtts) }
      harness = await startBrokerHarness({ PROXY_PROTOCOL: 'true', METRICS_PORT: String(health), ...tls })
      const broker = { mqtt: harness.port, mqtts, watch: harness.watchPort, health }
      at = await ports.ofBalancer()
      const apis = [await ports.next(), await ports.next()]
      const own = { haproxy: haproxy ?? '', host: '127.0.0.1', at, brokers: [broker, broker], apis, logs }
      balancer = await startBalancer(own)
    })
    afterEach(() => open.splice(0).forEach((socket) => socket.destroy()))
    afterAll(async () => {
      await balancer.stop()
      await harness.close()
      rmSync(logs, { recursive: true })
    })

    const call = async (port: number): Promise<Socket> => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: OWN }).on('error', () => {})
      open.push(socket)
      await once(socket, 'connect')
      return socket
    }
    const addressOf = (username: string) =>
      vi.waitFor(async () => {
        const text = 'select address from unregistered_devices where username = $1'
        const row = await harness.one<{ address: string }>(text, [username])
        expect(row).toBeDefined()
        return row?.address
      }, SOON)

    it('a watch that is not registered is listed with its own address, over MQTT', async () => {
      const username = '860000000030001'
      const socket = await call(at.mqtt)
      socket.write(connectPacket(username))
      expect(await addressOf(username)).toBe(OWN)
    })

    it('and over TLS, which the balancer does not open', async () => {
      const username = '860000000030003'
      const socket = connectTls({ socket: await call(at.mqtts), rejectUnauthorized: false })
      socket.on('error', () => {})
      await once(socket, 'secureConnect')
      socket.write(connectPacket(username))
      expect(await addressOf(username)).toBe(OWN)
    })

    it('and over plain TCP', async () => {
      const imei = '860000000030002'
      const socket = await call(at.watch)
      socket.write(`IWAP00${imei},8900000000000000001,425010123456789#`)
      expect(await addressOf(imei)).toBe(OWN)
    })

    it('one that is registered comes in and is answered at both', async () => {
      const { imei: username, password } = await createDevice(harness.db)
      const watch = await connectAsync(`mqtt://127.0.0.1:${at.mqtt}`, { username, password })
      await watch.publishAsync(`watch/${username}/event`, JSON.stringify({ type: 'SOS' }), { qos: 1 })
      await watch.endAsync()
      const { imei } = await createDevice(harness.db, { deviceModel: 'Vivistar VL16P' })
      const socket = await call(at.watch)
      socket.write(`IWAP00${imei},8900000000000000001,425010123456789#`)
      const [answer] = await once(socket, 'data')
      expect(String(answer)).toMatch(/^IWBP00/)
    })
  },
)
