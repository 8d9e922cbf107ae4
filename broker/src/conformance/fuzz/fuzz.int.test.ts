import { freePort } from '@carewatch/launcher/ports'
import { createDevice, createGateway } from '@carewatch/migrations/factories'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BrokerHarness, SOON, startBrokerHarness } from '../../testing.ts'
import { startCanary } from './canary.ts'
import { fuzz } from './fuzz.ts'

/** Others by hand: FUZZ_SEED=7. */
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121)
const SECONDS = Number(process.env['FUZZ_SECONDS'] ?? 4)

describe(`a door under attack (FUZZ_SEED=${SEED})`, () => {
  let harness: BrokerHarness
  let metricsPort: number
  beforeAll(async () => {
    harness = await startBrokerHarness({ METRICS_PORT: String((metricsPort = await freePort())) })
  })
  afterAll(() => harness.close())

  const signedIn = async () => {
    const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
    return Number(/^carewatch_mqtt_connections\S* (\d+)$/m.exec(await answer.text())?.[1])
  }
  const watch = async () => {
    const { imei, password } = await createDevice(harness.db)
    return { username: imei, password, topic: `watch/${imei}/readings` }
  }
  const foreignGateway = async () => {
    const { mac, password } = await createGateway(harness.db, { model: 'minew-gateway-json' })
    return { username: mac, password, topic: `/gw/${mac}/status` }
  }

  it.each([
    ['a watch', watch],
    ['a gateway of another make', foreignGateway],
  ])(
    'by somebody with the password of %s stays open for its neighbours, and keeps nothing',
    { timeout: SECONDS * 1_000 + 20_000 },
    async (_, attacker) => {
      const canary = await startCanary(harness.port, await watch())
      const counts = await fuzz({
        port: harness.port,
        identity: await attacker(),
        seed: SEED,
        seconds: SECONDS,
      })
      await vi.waitFor(async () => expect(await signedIn()).toBe(1), SOON)
      expect(await canary.end()).toMatchObject({ wasCut: false })
      await vi.waitFor(async () => expect(await signedIn()).toBe(0), SOON)
      expect(Object.keys(counts)).toContain('mutated')
    },
  )
})
