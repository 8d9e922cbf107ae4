import { expect, it } from 'vitest'
import { isOpen, ownHost, shownHost } from './address.ts'

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
