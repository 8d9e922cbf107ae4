import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { PublicUrl } from '@carewatch/contracts/public-url'
import { endOf, isFor, isSelfMade } from '@carewatch/platform/credentials/certificate'
import { generate } from 'selfsigned'

const DAY_MS = 86_400_000
/** What browsers take of a certificate at most. */
const LASTS_DAYS = 397
const RENEWED_BEFORE_DAYS = 30

/** As a certificate names it: IPv6 without the brackets of addresses, a name without the dot that may end it. */
export const namedHost = (host: string): string => host.replaceAll(/[[\]]/g, '').replace(/\.$/, '')

/** The host of an address of pages; of what is none: none. */
export const hostOf = (publicUrl: string): string | undefined =>
  PublicUrl.safeParse(publicUrl).success ? namedHost(new URL(publicUrl).hostname) : undefined

/** A certificate for that host that nobody vouches for, and its key, in one file of PEM. */
export async function makeCertificate(host: string, now = Date.now()): Promise<string> {
  const named = isIP(host) ? ({ type: 7, ip: host } as const) : ({ type: 2, value: host } as const)
  const { cert, private: key } = await generate([{ name: 'commonName', value: host.slice(0, 64) }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now - DAY_MS),
    notAfterDate: new Date(now + LASTS_DAYS * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: [named] },
    ],
  })
  return `${cert.trim()}\n${key.trim()}\n`
}

/** Whether one that we made goes on being shown for that host. */
export function stillServes(pem: string, host: string, now = Date.now()): boolean {
  const certificate = new X509Certificate(pem)
  const left = endOf(certificate) - now
  return isSelfMade(certificate) && isFor(certificate, host) && left > RENEWED_BEFORE_DAYS * DAY_MS
}
