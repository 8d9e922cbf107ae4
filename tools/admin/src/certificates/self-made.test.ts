import { X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { isSelfMade } from '@carewatch/platform/credentials/certificate'
import { hostOf, makeCertificate, stillServes } from './self-made.ts'

const DAY_MS = 86_400_000

describe('a certificate of our own', () => {
  it.each([
    ['https://care.example.org', 'care.example.org'],
    ['https://localhost:8443', 'localhost'],
    ['https://192.168.1.5:8443/', '192.168.1.5'],
    ['https://[fd00::5]:8443', 'fd00::5'],
    ['https://care.example.org./', 'care.example.org'],
  ])('is for the host of %s, goes with its key, and says that nobody vouches for it', async (url, host) => {
    const pem = await makeCertificate(hostOf(url) ?? '')
    const certificate = new X509Certificate(pem)
    expect(hostOf(url)).toBe(host)
    expect(() => createSecureContext({ cert: pem, key: pem })).not.toThrow()
    expect(isSelfMade(certificate)).toBe(true)
    expect(stillServes(pem, host)).toBe(true)
  })

  it.each(['care.example.org', 'care.example.org:8443', 'https://', '', 'mqtt://care.example.org'])(
    'has no host by %s',
    (url) => {
      expect(hostOf(url)).toBeUndefined()
    },
  )

  it('serves no other host', async () => {
    const pem = await makeCertificate('care.example.org')
    expect(stillServes(pem, 'example.org')).toBe(false)
    expect(stillServes(pem, '192.168.1.5')).toBe(false)
  })

  it('is made anew a month before its end', async () => {
    const now = Date.now()
    const pem = await makeCertificate('localhost', now)
    expect(stillServes(pem, 'localhost', now + 366 * DAY_MS)).toBe(true)
    expect(stillServes(pem, 'localhost', now + 368 * DAY_MS)).toBe(false)
  })
})
