import { expect, it } from 'vitest'
import { isPublicHost } from './public-host.ts'

it.each(['watches.example', 'a.b-c.co.uk', '8.8.8.8', '172.32.0.1', '100.63.0.1', 'xn--80ak6aa92e.com'])(
  '%s is reached from the mobile network',
  (host) => expect(isPublicHost(host)).toBe(true),
)

it.each([
  'localhost',
  'server',
  'care.local',
  'CARE.LOCAL',
  'care.home.arpa',
  'care.internal',
  '127.0.0.1',
  '10.1.2.3',
  '10.1',
  '172.16.0.1',
  '192.168.1.20',
  '169.254.1.1',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  'fe80::1',
  '[fd00::1]',
  'a,b#',
  '-a.example',
  'a..example',
  'watches.example.',
  '',
])('%j is not', (host) => expect(isPublicHost(host)).toBe(false))
