import { X509Certificate } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { generate } from 'selfsigned'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKeeper, type Settings } from './keep.ts'
import { isSelfMade, makeCertificate } from './self-made.ts'

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
    expect(first.fault).toContain(fault)
    expect(first.news).toContain('made ourselves')
    expect(isSelfMade(shown())).toBe(true)
    expect(shown().checkHost(HOST)).toBe(HOST)

    const { serialNumber } = shown()
    expect((await refresh()).fault).toContain(fault)
    expect(shown().serialNumber).toBe(serialNumber)
  })

  it('is one of our own where one of two names is missing', async () => {
    settings.named = { cert: '/certs/mine.pem' }
    expect((await refresh()).fault).toContain('TLS_CERT and TLS_KEY go together')
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
    expect((await refresh()).fault).toContain('privkey.pem cannot be read')
    expect(isSelfMade(shown())).toBe(true)
  })

  it('goes on being the one before where a renewed pair is not whole', async () => {
    const root = await generate([{ name: 'commonName', value: 'Some authority' }], EC)
    const ca = { key: root.private, cert: root.cert }
    const { cert, private: key } = await generate([{ name: 'commonName', value: HOST }], { ...EC, ca })
    lay(settings.folder, `${cert}\n${key}`)
    await refresh()
    const { serialNumber } = shown()
    writeFileSync(join(settings.folder, 'privkey.pem'), 'half of')
    expect((await refresh()).fault).toContain('the one before goes on being shown')
    expect(shown().serialNumber).toBe(serialNumber)
  })
})
