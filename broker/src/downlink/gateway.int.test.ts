import { makeCredential } from '@carewatch/platform/credentials/device-credentials'
import { gateways } from '@carewatch/migrations/schema/rooms'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BrokerHarness, SOON, startBrokerHarness } from '../testing.ts'

let made = 0

describe('the configuration of gateways', () => {
  let harness: BrokerHarness
  const open: MqttClient[] = []

  beforeAll(async () => {
    harness = await startBrokerHarness()
  })
  afterEach(async () => {
    await Promise.all(open.splice(0).map((client) => client.endAsync(true)))
  })
  afterAll(() => harness.close())

  const newGateway = async (values: Partial<typeof gateways.$inferInsert> = {}) => {
    const { password, hash } = makeCredential()
    const mac = `ac233fc0${(0x1000 + ++made).toString(16)}`
    const [row] = await harness.db
      .insert(gateways)
      .values({ name: mac, mac, credentialHash: hash, ...values })
      .returning()
    if (!row) throw new Error('no gateway')
    return { ...row, password }
  }
  type Gateway = Awaited<ReturnType<typeof newGateway>>
  const connected = async ({ mac, password }: Gateway) => {
    const received: { topic: string; body: unknown }[] = []
    const options = { username: mac, password, reconnectPeriod: 0 }
    const client = await connectAsync(`mqtt://127.0.0.1:${harness.port}`, options, false)
    open.push(client)
    client.on('message', (topic, payload) => received.push({ topic, body: JSON.parse(payload.toString()) }))
    return { client, received }
  }
  const askFor = ({ id }: Gateway, config: object, revision = 1) =>
    harness.sql.query(
      'update gateways set config = $2, config_revision = $3, config_requested_at = now() where id = $1',
      [id, config, revision],
    )
  const stateOf = ({ id }: Gateway) =>
    harness.one<{ sent: Date | null; reported: Date | null }>(
      'select config_sent_at as sent, config_reported_at as reported from gateways where id = $1',
      [id],
    )

  it('goes to one of ours as soon as it is asked for, and is done when the gateway says so', async () => {
    const gateway = await newGateway()
    const { client, received } = await connected(gateway)
    await client.subscribeAsync(`gateway/${gateway.mac}/config`, { qos: 1 })
    await askFor(gateway, { rssiFilterDbm: -80 })
    await vi.waitFor(
      () =>
        expect(received).toEqual([
          { topic: `gateway/${gateway.mac}/config`, body: { revision: 1, rssiFilterDbm: -80 } },
        ]),
      SOON,
    )
    expect(await stateOf(gateway)).toMatchObject({ reported: null })
    await client.publishAsync(`gateway/${gateway.mac}/config/reported`, '{"revision":1}', { qos: 1 })
    expect((await stateOf(gateway))?.reported).toBeInstanceOf(Date)
  })

  it('waits for a gateway that is away, and is not sent again once it has it', async () => {
    const gateway = await newGateway()
    await askFor(gateway, { scanIntervalSeconds: 10 })
    const first = await connected(gateway)
    await first.client.subscribeAsync(`gateway/${gateway.mac}/#`, { qos: 1 })
    await vi.waitFor(() => expect(first.received).toHaveLength(1), SOON)
    await first.client.publishAsync(`gateway/${gateway.mac}/config/reported`, '{}', { qos: 1 })
    await first.client.endAsync()
    const again = await connected(gateway)
    await again.client.subscribeAsync(`gateway/${gateway.mac}/config`, { qos: 1 })
    await askFor(gateway, { scanIntervalSeconds: 20 }, 2)
    await vi.waitFor(() => expect(again.received).toMatchObject([{ body: { revision: 2 } }]), SOON)
  })

  it('goes to a Minew where it listens, which is known by where it speaks, in its own words', async () => {
    const gateway = await newGateway({ model: 'Minew G1' })
    await askFor(gateway, { reportIntervalSeconds: 5, rssiFilterDbm: -75 })
    const { client, received } = await connected(gateway)
    await client.subscribeAsync(`/gw/${gateway.mac}/action`, { qos: 1 })
    await client.publishAsync(`/gw/${gateway.mac}/status`, '[]', { qos: 1 })
    await vi.waitFor(
      () =>
        expect(received).toMatchObject([{ topic: `/gw/${gateway.mac}/action`, body: { action: 'config' } }]),
      SOON,
    )
    await vi.waitFor(async () => expect((await stateOf(gateway))?.sent).toBeInstanceOf(Date), SOON)
    await client.publishAsync(
      `/gw/${gateway.mac}/action/response`,
      JSON.stringify({ action: 'config', requestId: 'as-it-was-asked', code: 200 }),
      { qos: 1 },
    )
    expect((await stateOf(gateway))?.reported).toBeInstanceOf(Date)
    expect(received).toHaveLength(1)
  })
})
