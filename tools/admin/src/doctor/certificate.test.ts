import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultsBeside } from '@carewatch/platform/credentials/certificate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCertificate } from '../certificates/self-made.ts'
import { examineCertificate } from './certificate.ts'

const DAY_MS = 86_400_000

describe('the doctor, of the certificate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carewatch-doctor-'))
  const TLS_CERT = join(folder, 'served.pem')
  const PUBLIC_URL = 'https://care.example.org'
  // As long as ours: 397 days.
  beforeAll(async () => writeFileSync(TLS_CERT, await makeCertificate('care.example.org')))
  afterAll(() => rmSync(folder, { recursive: true }))
  const found = (env: Parameters<typeof examineCertificate>[0], afterDays = 0): string[] =>
    examineCertificate(env, Date.now() + afterDays * DAY_MS).map(
      ({ state, what, why }) => `${state} ${what}: ${why}`,
    )

  it('says how long it lasts, and that nobody vouches for it', () => {
    expect(found({ TLS_CERT, PUBLIC_URL })).toEqual([
      'fine MQTT over TLS: 396 days left',
      expect.stringContaining('look Certificate: made by itself'),
    ])
    expect(found({ TLS_CERT, PUBLIC_URL }, 382.5)).toHaveLength(2)
    expect(found({ TLS_CERT, PUBLIC_URL }, 382.5)[0]).toBe('fine MQTT over TLS: 14 days left')
    expect(found({ TLS_CERT, PUBLIC_URL }, 384)[0]).toBe(
      'look MQTT over TLS: the certificate is over in 12 days',
    )
    expect(found({ TLS_CERT, PUBLIC_URL }, 398)[0]).toBe('wrong MQTT over TLS: the certificate is over')
  })

  it('names each address that it is not for', () => {
    const others = { TLS_CERT, PUBLIC_URL: 'https://other.example.org', DEVICE_HOST: 'watches.example.org' }
    expect(found(others)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('wrong Certificate: is not for other.example.org (PUBLIC_URL)'),
        expect.stringContaining('wrong Certificate: is not for watches.example.org (DEVICE_HOST)'),
      ]),
    )
  })

  it('says why one that was given is not shown', () => {
    writeFileSync(faultsBeside(TLS_CERT), '/certs/fullchain.pem is passed over: it ended on 2026-01-01\n')
    expect(found({ TLS_CERT, PUBLIC_URL })).toContain(
      'wrong Certificate: /certs/fullchain.pem is passed over: it ended on 2026-01-01',
    )
  })
})
