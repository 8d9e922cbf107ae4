import { expect, it } from 'vitest'
import { readEnv } from './env.ts'

const needed = {
  DATABASE_URL: 'postgres://somebody@127.0.0.1/carewatch',
  SERVICE_SECRET: 'a-secret-between-our-services',
}

it('takes what is empty for what is not said, as docker-compose.yml says it', () => {
  const empty = { MQTT_DEVICE_RATE: '', TLS_CERT: '', TLS_KEY: '', PROXY_PROTOCOL: '', WATCH_PORT: '' }
  expect(readEnv({ ...needed, ...empty })).toEqual(readEnv(needed))
  expect(readEnv(needed).MQTT_DEVICE_RATE).toBe(50)
})

it.each([
  ['true', true],
  ['false', false],
])('PROXY_PROTOCOL=%s', (given, expected) =>
  expect(readEnv({ ...needed, PROXY_PROTOCOL: given }).PROXY_PROTOCOL).toBe(expected),
)
