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

it.each([
  ['http://8.8.8.8/', 'false', 'an address of our own network'],
  ['http://8.8.8.8/', 'true', 'takes an https:// address'],
  ['ftp://10.0.0.5/', 'false', 'takes an http(s):// address'],
])('does not start where places are asked of %s, public: %s', (url, isPublic, why) => {
  vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('ended')
  })
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const given = { LOCATION_SERVICE_URL: url, LOCATION_SERVICE_PUBLIC: isPublic }
  expect(() => readEnv({ ...needed, ...given })).toThrow('ended')
  expect(written.mock.calls.join()).toContain(why)
  vi.restoreAllMocks()
  const fine = { LOCATION_SERVICE_URL: 'http://10.0.0.5:8000/v1/geolocate', LOCATION_SERVICE_PUBLIC: '' }
  expect(readEnv({ ...needed, ...fine })).toMatchObject({ LOCATION_SERVICE_PUBLIC: false })
})

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
