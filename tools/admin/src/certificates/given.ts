import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'

/** Files of PEM: the certificate with its chain, and its key. */
export type Pair = { cert: string; key: string }
export type Places = {
  /** What the operator names (TLS_CERT, TLS_KEY). */
  named: Partial<Pair>
  /** Where the operator lays it under its usual names. */
  folder: string
  /** Where a client of ACME keeps what it was given. */
  acme: string
}

const pairIn = (folder: string): Pair => ({
  cert: join(folder, 'fullchain.pem'),
  key: join(folder, 'privkey.pem'),
})
const isThere = ({ cert, key }: Pair): boolean => existsSync(cert) || existsSync(key)

/** What was given, the first to be preferred: the operator's, and what ACME brought. A pair of which one is not named is none. */
export function pairsGiven({ named: { cert, key }, folder, acme }: Places): Pair[] {
  const usual = [pairIn(folder), pairIn(acme)].filter(isThere)
  if (!cert && !key) return usual
  return [...(cert && key ? [{ cert, key }] : []), ...[pairIn(acme)].filter(isThere)]
}

/** Why the pair that the operator names cannot be looked for. */
export const misnamed = ({ named: { cert, key } }: Places): string | undefined =>
  !cert === !key ? undefined : 'TLS_CERT and TLS_KEY go together: both name a PEM file, or neither'

/** Certificate, chain and key in one file of PEM; throws one line where they do not fit, and never what is in them. */
export function readPair({ cert, key }: Pair): string {
  const parts = [cert, key].map((file) => readPem(file))
  const pem = parts.join('\n').replaceAll(/\n+/g, '\n')
  if (!isWhole(pem)) throw new Error(`${cert} and ${key} are no certificate and its key`)
  return pem
}

/** Whether it is a certificate and its key. */
export function isWhole(pem: string): boolean {
  try {
    createSecureContext({ cert: pem, key: pem })
    return new X509Certificate(pem).raw.length > 0
  } catch {
    return false
  }
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8').replaceAll('\r', '').trim() + '\n'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new Error(`${file} cannot be read (${code}): user 1000 of the containers must be able to`, {
      cause: error,
    })
  }
}

export const fingerprintOf = (pem: string): string => new X509Certificate(pem).fingerprint.replaceAll(':', '')
