import { Gauge } from 'prom-client'
import { afterEach, expect, it } from 'vitest'
import { createHealth } from './health.ts'
import { createRegistry } from './registry.ts'
import { TelemetryEnv } from './env.ts'
import { serveTelemetry } from './serve.ts'

const open: { close: () => Promise<void> }[] = []
afterEach(() => Promise.all(open.splice(0).map((one) => one.close())))

async function serve(needs: Record<string, boolean>) {
  const registry = createRegistry('kitchen')
  const health = createHealth(() => needs)
  const served = await serveTelemetry({ METRICS_PORT: 0, METRICS_HOST: '127.0.0.1' }, { registry, health })
  open.push(served)
  const get = (path: string) => fetch(`http://127.0.0.1:${served.port}${path}`)
  return { registry, health, get }
}

it('tells figures under the name of its part, of its process too', async () => {
  const { registry, get } = await serve({})
  new Gauge({ name: 'pots', help: 'On the stove', registers: [registry] }).set(3)
  const text = await (await get('/metrics')).text()
  expect(text).toContain('pots{part="kitchen"} 3')
  expect(text).toContain('process_resident_memory_bytes{part="kitchen"}')
})

it('is ready while it has what it needs, and says what is missing', async () => {
  const needs = { database: true, broker: true }
  const { get } = await serve(needs)
  expect((await get('/health/ready')).status).toBe(200)
  needs.broker = false
  const missing = await get('/health/ready')
  expect([missing.status, await missing.json()]).toEqual([503, { database: true, broker: false }])
  const alive = await get('/health/live')
  expect([alive.status, await alive.json()]).toEqual([200, { live: true }])
})

it('is no longer ready once it is on its way out, and still alive', async () => {
  const { health, get } = await serve({ database: true })
  health.drain()
  const leaving = await get('/health/ready')
  expect([leaving.status, await leaving.json()]).toEqual([503, { database: true, staying: false }])
  const alive = await get('/health/live')
  expect([alive.status, await alive.json()]).toEqual([200, { live: true, staying: false }])
})

it('knows no other address', async () => {
  const { get } = await serve({})
  expect((await get('/')).status).toBe(404)
  expect((await get('/metrics/')).status).toBe(404)
})

it('listens nowhere without a port', async () => {
  const exposed = { registry: createRegistry('kitchen'), health: createHealth(() => ({})) }
  expect((await serveTelemetry({ METRICS_HOST: '127.0.0.1' }, exposed)).port).toBe(0)
})

it('nobody but this machine reads the figures, unless somebody says so', () => {
  expect(TelemetryEnv.parse({})).toEqual({ METRICS_HOST: '127.0.0.1' })
})
