import { expect, it } from 'vitest'
import { isOpen, isReached, ownHost, shownHost } from './address.ts'

it.each([
  ['127.0.0.1', false, '127.0.0.1', 'localhost'],
  ['127.0.0.2', false, '127.0.0.2', '127.0.0.2'],
  ['localhost', false, 'localhost', 'localhost'],
  ['::1', false, '[::1]', '[::1]'],
  ['0.0.0.0', true, '127.0.0.1', 'localhost'],
  ['::', true, '127.0.0.1', 'localhost'],
  ['192.168.1.7', true, '192.168.1.7', '192.168.1.7'],
  ['fd00::7', true, '[fd00::7]', '[fd00::7]'],
  ['care.house.test', true, 'care.house.test', 'care.house.test'],
])('HOST=%s: others reach it: %s; this machine by %s, a person by %s', (host, open, own, shown) => {
  expect([isOpen(host), ownHost(host), shownHost(host)]).toEqual([open, own, shown])
})

it.each([
  [{ HOST: '127.0.0.1' }, false],
  [{ HOST: '0.0.0.0' }, true],
  [{ HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:8080' }, false],
  [{ HOST: '127.0.0.1', PUBLIC_URL: 'http://[::1]:8080' }, false],
  [{ HOST: '127.0.0.1', PUBLIC_URL: 'https://care.house.test' }, true],
  [{ HOST: '127.0.0.1', TRUST_PROXY: '127.0.0.1' }, true],
])('%o is reached by others, a proxy beside it too: %s', (env, reached) => {
  expect(isReached(env)).toBe(reached)
})
