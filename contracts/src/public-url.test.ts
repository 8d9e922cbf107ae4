import { expect, it } from 'vitest'
import { PublicUrl } from './public-url.ts'

it.each(['https://care.example.org', 'http://192.168.1.5:8080', 'https://[fd00::5]:8443/'])(
  'takes %s as the address people open',
  (url) => {
    expect(PublicUrl.safeParse(url).success).toBe(true)
  },
)

it.each([
  '',
  'care.example.org',
  'care.example.org:8443',
  'localhost:8443',
  'https://',
  'ftp://care.example.org',
])('refuses %j, and says what it takes', (url) => {
  expect(PublicUrl.safeParse(url).error?.issues[0]?.message).toContain('https://care.example.org')
})
