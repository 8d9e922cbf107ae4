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

/** The pair that is to be shown: the operator's, else what ACME brought; neither, where there is none. */
export function findPair({ named: { cert, key }, folder, acme }: Places): Pair | undefined {
  if (cert || key) {
    if (!cert || !key) throw new Error('TLS_CERT and TLS_KEY go together: both name a PEM file, or neither')
    return { cert, key }
  }
  return [pairIn(folder), pairIn(acme)].find(isThere)
}

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
