import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'

/** From when on somebody should see to the next one. */
export const ENDS_SOON_MS = 14 * 86_400_000

/** Beside the certificate that is shown: why those that were given are not, a line each; empty or absent where there is nothing. */
export const faultsBeside = (shown: string): string => `${shown}.faults`

/** Whether it vouches for itself, as ours does. */
export const isSelfMade = ({ issuer, subject }: X509Certificate): boolean => issuer === subject

export const endOf = ({ validTo }: X509Certificate): number => Date.parse(validTo)

const dayOf = (time: string): string => new Date(time).toISOString().slice(0, 10)

const namesOf = ({ subjectAltName, subject }: X509Certificate): string =>
  (subjectAltName ?? subject).replaceAll(/(?:DNS|IP Address):/g, '').replaceAll('\n', ', ')

export const isFor = (certificate: X509Certificate, host: string): boolean =>
  (isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)) !== undefined

/** By which the installation is called: names of settings, and the host that each gives. */
export type Hosts = Readonly<Record<string, string>>

/** Why it would be refused, whoever vouches for it: by its time, or because it names none of these hosts; nothing where it would not. No host: any. */
export function whyInvalid(certificate: X509Certificate, hosts: Hosts, now = Date.now()): string | undefined {
  if (endOf(certificate) <= now) return `it ended on ${dayOf(certificate.validTo)}`
  if (Date.parse(certificate.validFrom) > now) return `it begins on ${dayOf(certificate.validFrom)}`
  const called = Object.entries(hosts)
  if (called.length === 0 || called.some(([, host]) => isFor(certificate, host))) return undefined
  const asked = called.map(([name, host]) => `${name} for ${host}`)
  return `it is for ${[namesOf(certificate), ...asked].join(', and ')}`
}
