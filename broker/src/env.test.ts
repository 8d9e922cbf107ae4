import { expect, it, vi } from 'vitest'
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

it('does not start with a secret of the services that is short or missing', () => {
  const ends = vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('ended')
  })
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { DATABASE_URL } = needed
  expect(() => readEnv({ DATABASE_URL, SERVICE_SECRET: 'x'.repeat(15) })).toThrow('ended')
  expect(() => readEnv({ DATABASE_URL })).toThrow('ended')
  expect(ends).toHaveBeenCalledWith(1)
  expect(written.mock.calls.join()).not.toContain('xxx')
  vi.restoreAllMocks()
})
