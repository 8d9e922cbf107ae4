import { expect, it } from 'vitest'
import { isOwnOrigin } from './origin.ts'

const publicUrl = 'https://care.example'

it.each([
  ['no page at all', undefined, 'care.example', true],
  ['the address people open', 'https://care.example', 'care.example', true],
  ['the address behind a proxy that changes the host', 'https://care.example', '10.0.0.7:8080', true],
  ['an address inside the house', 'http://192.168.1.5:8080', '192.168.1.5:8080', true],
  ['another site', 'https://evil.example', 'care.example', false],
  ['a name that only begins alike', 'https://care.example.evil.example', 'care.example', false],
  ['the same host on another port', 'https://care.example:444', 'care.example', false],
  ['a page without an origin', 'null', 'care.example', false],
  ['nonsense', '%%', 'care.example', false],
])('lets in %s: %s', (_, origin, host, isLetIn) => {
  expect(isOwnOrigin({ origin, host }, publicUrl)).toBe(isLetIn)
})
