import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { generate } from 'selfsigned'

const DAY_MS = 86_400_000
/** What browsers take of a certificate at most. */
const LASTS_DAYS = 397
const RENEWED_BEFORE_DAYS = 30

/** As a certificate names it: IPv6 without the brackets of addresses. */
export const hostOf = (publicUrl: string): string => new URL(publicUrl).hostname.replaceAll(/[[\]]/g, '')

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

/** Whether it vouches for itself, as ours does. */
export const isSelfMade = ({ issuer, subject }: X509Certificate): boolean => issuer === subject

/** Whether one that we made goes on being shown for that host. */
export function stillServes(pem: string, host: string, now = Date.now()): boolean {
  const certificate = new X509Certificate(pem)
  const isNamed = isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)
  const left = Date.parse(certificate.validTo) - now
  return isSelfMade(certificate) && isNamed !== undefined && left > RENEWED_BEFORE_DAYS * DAY_MS
}
