import { X509Certificate } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { faultsBeside, isSelfMade } from '@carewatch/platform/credentials/certificate'
import { generate } from 'selfsigned'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKeeper, type Settings } from './keep.ts'
import { makeCertificate } from './self-made.ts'

const EC = { keyType: 'ec', curve: 'P-256', algorithm: 'sha256' } as const
const HOST = 'care.example.org'

describe('the certificate that is shown', () => {
  let folder: string
  let settings: Settings
  let refresh: ReturnType<typeof createKeeper>
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'carewatch-certificates-'))
    settings = {
      named: {},
      folder: join(folder, 'certs'),
      acme: join(folder, 'acme'),
      served: join(folder, 'served.pem'),
      socket: join(folder, 'balancer.sock'),
      publicUrl: `https://${HOST}`,
    }
    refresh = createKeeper(settings)
    for (const place of [settings.folder, settings.acme]) mkdirSync(place)
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const lay = (place: string, pem: string): void => {
    const [certificate = '', key = ''] = pem.split(/(?=-----BEGIN PRIV)/)
    writeFileSync(join(place, 'fullchain.pem'), certificate)
    writeFileSync(join(place, 'privkey.pem'), key)
  }
  const shown = (): X509Certificate => {
    const pem = readFileSync(settings.served, 'utf8')
    expect(() => createSecureContext({ cert: pem, key: pem })).not.toThrow()
    return new X509Certificate(pem)
  }

  it.each([
    [
      'its key is not there',
      (place: string) => rmSync(join(place, 'privkey.pem')),
      'cannot be read (ENOENT)',
    ],
    [
      'its key is no file that can be read',
      (place: string) => {
        rmSync(join(place, 'privkey.pem'))
        mkdirSync(join(place, 'privkey.pem'))
      },
      'cannot be read (EISDIR)',
    ],
    [
      'it is damaged',
      (place: string) => writeFileSync(join(place, 'fullchain.pem'), 'half of'),
      'are no certificate and its key',
    ],
  ])('is one of our own at the first start with a pair of which %s', async (_, spoil, fault) => {
    lay(settings.folder, await makeCertificate(HOST))
    spoil(settings.folder)
    const first = await refresh()
    expect(first.faults).toEqual([expect.stringContaining(fault)])
    expect(first.news).toContain('made ourselves')
    expect(isSelfMade(shown())).toBe(true)
    expect(shown().checkHost(HOST)).toBe(HOST)

    const { serialNumber } = shown()
    expect((await refresh()).faults).toEqual([expect.stringContaining(fault)])
    expect(shown().serialNumber).toBe(serialNumber)
  })

  it('is one of our own where one of two names is missing', async () => {
    settings.named = { cert: '/certs/mine.pem' }
    expect((await refresh()).faults).toEqual([expect.stringContaining('TLS_CERT and TLS_KEY go together')])
    expect(isSelfMade(shown())).toBe(true)
  })

  it.each([
    ['empty', () => ''],
    ['damaged', () => '-----BEGIN CERTIFICATE-----\nhalf of'],
    ['without its key', (pem: string) => pem.slice(0, pem.indexOf('-----BEGIN PRIV'))],
  ])('is made anew where what was shown is %s, whatever is laid there', async (_, spoil) => {
    const before = await makeCertificate(HOST)
    writeFileSync(settings.served, spoil(before))
    expect((await refresh()).news).toContain('made ourselves')
    expect(shown().serialNumber).not.toBe(new X509Certificate(before).serialNumber)

    writeFileSync(settings.served, spoil(before))
    writeFileSync(join(settings.folder, 'fullchain.pem'), 'half of')
    expect((await refresh()).faults).toEqual([expect.stringContaining('privkey.pem cannot be read')])
    expect(isSelfMade(shown())).toBe(true)
  })

  it('goes on being the one before where a renewed pair is not whole', async () => {
    lay(settings.folder, await issue())
    await refresh()
    const { serialNumber } = shown()
    writeFileSync(join(settings.folder, 'privkey.pem'), 'half of')
    expect((await refresh()).faults).toEqual([expect.stringContaining('the one before goes on being shown')])
    expect(shown().serialNumber).toBe(serialNumber)
  })

  const DAY_MS = 86_400_000
  /** What somebody vouches for. */
  async function issue({ host = HOST, days = 90, since = -1 } = {}): Promise<string> {
    const root = await generate([{ name: 'commonName', value: 'Some authority' }], EC)
    const { cert, private: key } = await generate([{ name: 'commonName', value: host }], {
      ...EC,
      ca: { key: root.private, cert: root.cert },
      notBeforeDate: new Date(Date.now() + since * DAY_MS),
      notAfterDate: new Date(Date.now() + days * DAY_MS),
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }],
    })
    return `${cert.trim()}\n${key.trim()}`
  }
  const faultsNoted = () => readFileSync(faultsBeside(settings.served), 'utf8')

  it.each([
    ['has ended', { since: -30, days: -1 }, 'it ended on'],
    ['has not begun', { since: 2 }, 'it begins on'],
    [
      'is for another host',
      { host: 'other.example.org' },
      `it is for other.example.org, and PUBLIC_URL for ${HOST}`,
    ],
  ])('of ACME goes before one in certs/ that %s, which is said', async (_, bad, why) => {
    const good = await issue()
    lay(settings.folder, await issue(bad))
    lay(settings.acme, good)
    const { news, faults } = await refresh()
    expect(news).toContain(settings.acme)
    expect(faults).toEqual([expect.stringContaining(`fullchain.pem is passed over: ${why}`)])
    expect(faultsNoted()).toContain(why)
    expect(shown().serialNumber).toBe(new X509Certificate(good).serialNumber)

    rmSync(join(settings.acme, 'fullchain.pem'))
    rmSync(join(settings.acme, 'privkey.pem'))
    expect((await refresh()).faults).toEqual([expect.stringContaining('the one before goes on being shown')])
    expect(shown().serialNumber).toBe(new X509Certificate(good).serialNumber)
  })

  it.each([
    ['has ended', { since: -30, days: -1 }, 'it ended on'],
    [
      'is for another host',
      { host: 'mqtt.example.org' },
      `it is for mqtt.example.org, and PUBLIC_URL for ${HOST}`,
    ],
  ])('is the only one given where it %s, which is said: devices may trust it', async (_, bad, why) => {
    const given = await issue(bad)
    lay(settings.folder, given)
    expect((await refresh()).news).toContain('fullchain.pem is shown')
    const { faults, news } = await refresh()
    expect(news).toBeUndefined()
    expect(faults).toEqual([expect.stringContaining(`fullchain.pem is shown although ${why}`)])
    expect(faultsNoted()).toContain(why)
    expect(shown().serialNumber).toBe(new X509Certificate(given).serialNumber)
    const next = await issue()
    lay(settings.folder, next)
    expect((await refresh()).faults).toEqual([])
    expect(faultsNoted()).toBe('')
    expect(shown().serialNumber).toBe(new X509Certificate(next).serialNumber)
  })

  it.each([
    'https://portal.example.org',
    'https://localhost:8443',
    'https://192.168.1.5:8443',
    'https://[fd00::5]',
  ])('is the one given where pages have the address %s and it is for devices alone', async (publicUrl) => {
    settings.publicUrl = publicUrl
    const given = await issue({ host: 'mqtt.example.org' })
    lay(settings.folder, given)
    expect((await refresh()).faults).toHaveLength(1)
    expect(shown().serialNumber).toBe(new X509Certificate(given).serialNumber)
    settings.deviceHost = 'mqtt.example.org.'
    expect((await refresh()).faults).toEqual([])
    expect(shown().serialNumber).toBe(new X509Certificate(given).serialNumber)
  })

  it('is the operator’s before ACME’s where neither is valid', async () => {
    const given = await issue({ host: 'mqtt.example.org' })
    lay(settings.folder, given)
    lay(settings.acme, await issue({ host: 'other.example.org' }))
    expect((await refresh()).faults).toEqual([
      expect.stringContaining(join(settings.folder, 'fullchain.pem is shown although')),
      expect.stringContaining(join(settings.acme, 'fullchain.pem is passed over')),
    ])
    expect(shown().serialNumber).toBe(new X509Certificate(given).serialNumber)
  })

  it('is made by ourselves no longer where one is laid that has ended', async () => {
    await refresh()
    expect(isSelfMade(shown())).toBe(true)
    const given = await issue({ since: -30, days: -1 })
    lay(settings.folder, given)
    expect((await refresh()).soon).toContain('ENDED at')
    expect(shown().serialNumber).toBe(new X509Certificate(given).serialNumber)
  })

  it.each([
    ['has ended', () => issue({ since: -30, days: -1 })],
    ['is for another host', () => issue({ host: 'mqtt.example.org' })],
    ['its owner signed for another host', () => makeCertificate('mqtt.example.org')],
  ])('goes on being one that %s while its renewed pair is not whole', async (_, make) => {
    lay(settings.folder, await make())
    await refresh()
    const { serialNumber } = shown()
    writeFileSync(join(settings.folder, 'privkey.pem'), 'half of')
    expect((await refresh()).faults).toEqual([expect.stringContaining('the one before goes on being shown')])
    expect(shown().serialNumber).toBe(serialNumber)
  })

  it('is said to end within 14 days, and not before', async () => {
    lay(settings.folder, await issue({ days: 15 }))
    expect((await refresh()).soon).toBeUndefined()
    lay(settings.folder, await issue({ days: 13 }))
    expect((await refresh()).soon).toContain('ENDS at')
  })

  it('is the operator’s where PUBLIC_URL is no address, which is said', async () => {
    const given = await issue()
    lay(settings.folder, given)
    settings.publicUrl = 'care.example.org:8443'
    expect((await refresh()).faults).toEqual([expect.stringContaining('PUBLIC_URL is no address of pages')])
    expect(shown().serialNumber).toBe(new X509Certificate(given).serialNumber)
  })

  it('is one of our own where PUBLIC_URL is no address and none was given', async () => {
    settings.publicUrl = 'care.example.org:8443'
    expect((await refresh()).faults).toHaveLength(1)
    expect(shown().checkHost('localhost')).toBe('localhost')
  })
})
