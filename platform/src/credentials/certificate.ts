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

/** Why browsers would refuse it at that host, whoever vouches for it; nothing where they would not. `host` undefined: at any. */
export function whyInvalid(
  certificate: X509Certificate,
  host: string | undefined,
  now = Date.now(),
): string | undefined {
  if (endOf(certificate) <= now) return `it ended on ${dayOf(certificate.validTo)}`
  if (Date.parse(certificate.validFrom) > now) return `it begins on ${dayOf(certificate.validFrom)}`
  return host === undefined || isFor(certificate, host)
    ? undefined
    : `it is for ${namesOf(certificate)}, and PUBLIC_URL for ${host}`
}
