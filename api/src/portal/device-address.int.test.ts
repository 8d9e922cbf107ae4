import { expect, it } from 'vitest'
import { startHarness } from '../testing/harness.ts'

const addressWith = async (env: Parameters<typeof startHarness>[0]) => {
  const harness = await startHarness(env)
  const { token } = await harness.person('ADMIN')
  const { context } = await harness.call('GET', '/portal/deviceAddress', { token })
  await harness.close()
  return context
}

it('of devices is where the broker of this server listens, as it was set', async () => {
  const set = { DEVICE_HOST: 'watches.example', MQTT_PORT: '2883', MQTTS_PORT: '9883', WATCH_PORT: '6093' }
  expect(await addressWith(set)).toEqual({
    host: 'watches.example',
    mqttPort: 2_883,
    mqttsPort: 9_883,
    tcpPort: 6_093,
  })
  const usual = { host: null, mqttPort: 1_883, mqttsPort: null }
  expect(await addressWith({ WATCH_PORT: 'usual' })).toEqual({ ...usual, tcpPort: 5_093 })
  expect(await addressWith({ WATCH_PORT: 'off' })).toEqual({ ...usual, tcpPort: null })
  expect(await addressWith({})).toEqual({ ...usual, tcpPort: null })
})

it('is shown to whoever registers devices, and to nobody else', async () => {
  const harness = await startHarness()
  const statusOf = async (role: 'MANAGER' | 'SUPERVISOR' | 'OWNER') => {
    const { token } = await harness.person(role)
    return (await harness.call('GET', '/portal/deviceAddress', { token })).status
  }
  expect([await statusOf('MANAGER'), await statusOf('SUPERVISOR'), await statusOf('OWNER')]).toEqual([
    200, 403, 403,
  ])
  await harness.close()
})
