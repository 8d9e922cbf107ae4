import { expect, it } from 'vitest'
import { relyingPartyOf } from './relying-party.ts'

it('is the name that people open the installation by, over TLS, and its own pages alone', () => {
  const party = relyingPartyOf('https://care.example.org/')
  expect(party?.id).toBe('care.example.org')
  const isOne = (origin: string) => party?.isOrigin(origin)
  expect(isOne('https://care.example.org')).toBe(true)
  for (const other of ['http://care.example.org', 'https://example.org', 'https://care.example.org:8443', ''])
    expect(isOne(other)).toBe(false)
})

it('is the own machine without TLS, at any port', () => {
  const party = relyingPartyOf('http://localhost:8080')
  expect([party?.id, party?.isOrigin('http://localhost:9090')]).toEqual(['localhost', true])
  expect(party?.isOrigin('http://localhost.example.org')).toBe(false)
})

it.each(['http://care.example.org', 'https://192.0.2.7', 'https://[2001:db8::1]', 'http://127.0.0.1:8080'])(
  'is nobody at %s, where no browser makes a passkey',
  (publicUrl) => expect(relyingPartyOf(publicUrl)).toBeUndefined(),
)
