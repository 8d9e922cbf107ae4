import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultsBeside } from '@carewatch/platform/credentials/certificate'
import { Registry } from 'prom-client'
import { afterAll, expect, it } from 'vitest'
import { makeCertificate } from '../proxy/testing.ts'
import { measureCertificate } from './certificate-metrics.ts'

const folder = mkdtempSync(join(tmpdir(), 'carewatch-figures-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('the figures of a certificate follow the file that is shown', async () => {
  const file = join(folder, 'served.pem')
  const registry = new Registry()
  measureCertificate(registry, file)
  const figures = async () =>
    Object.fromEntries(
      (await registry.metrics())
        .split('\n')
        .filter((line) => line.startsWith('carewatch_'))
        .map((line) => line.split(' ')),
    )
  const [end, selfMade, faults] = ['not_after_seconds', 'self_made', 'faults'].map(
    (name) => `carewatch_certificate_${name}`,
  )
  expect(await figures()).toEqual({ [`${end}`]: '0', [`${selfMade}`]: '0', [`${faults}`]: '0' })

  renameSync(makeCertificate(folder).TLS_CERT, file)
  writeFileSync(faultsBeside(file), 'one\nanother\n')
  const seconds = Date.parse(new X509Certificate(readFileSync(file)).validTo) / 1_000
  expect(await figures()).toEqual({ [`${end}`]: String(seconds), [`${selfMade}`]: '1', [`${faults}`]: '2' })
})
