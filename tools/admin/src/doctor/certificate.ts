import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { Env } from '@carewatch/launcher/env'
import {
  endOf,
  ENDS_SOON_MS,
  faultsBeside,
  isFor,
  isSelfMade,
} from '@carewatch/platform/credentials/certificate'
import { hostOf, namedHost } from '../certificates/self-made.ts'
import { type Finding, fine, look, wrong } from './finding.ts'

const DAY_MS = 86_400_000
type Named = Pick<Env, 'TLS_CERT' | 'PUBLIC_URL' | 'DEVICE_HOST'>

/** Whether devices and browsers take what is shown to them, and what was given and is not shown. */
export function examineCertificate({ TLS_CERT, ...addresses }: Named, now = Date.now()): Finding[] {
  if (!TLS_CERT)
    return [
      look('MQTT over TLS', 'off: passwords of devices cross the network unencrypted (TLS_CERT, TLS_KEY)'),
    ]
  try {
    const certificate = new X509Certificate(readFileSync(TLS_CERT))
    return [
      lifeOf(certificate, now),
      ...faultsOf(TLS_CERT).map((fault) => wrong('Certificate', fault)),
      ...strangeHosts(certificate, addresses),
      ...(isSelfMade(certificate) ? [UNVOUCHED] : []),
    ]
  } catch (error) {
    return [wrong('MQTT over TLS', error instanceof Error ? error.message : 'the certificate cannot be read')]
  }
}

/** As the keeper of containers notes them. */
function faultsOf(shown: string): string[] {
  const file = faultsBeside(shown)
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
}

/** By which the installation is called, and which the certificate does not name. */
function strangeHosts(
  certificate: X509Certificate,
  { PUBLIC_URL, DEVICE_HOST }: Omit<Named, 'TLS_CERT'>,
): Finding[] {
  const called = {
    PUBLIC_URL: PUBLIC_URL && hostOf(PUBLIC_URL),
    DEVICE_HOST: DEVICE_HOST && namedHost(DEVICE_HOST),
  }
  return Object.entries(called).flatMap(([name, host]) =>
    !host || isFor(certificate, host)
      ? []
      : [wrong('Certificate', `is not for ${host} (${name}): who calls there is warned, or refuses it`)],
  )
}

const UNVOUCHED = look(
  'Certificate',
  'made by itself, nobody vouches for it: people’s browsers will warn (docs/operations.md)',
)

function lifeOf(certificate: X509Certificate, now: number): Finding {
  const left = endOf(certificate) - now
  const days = Math.floor(left / DAY_MS)
  if (left <= 0) return wrong('MQTT over TLS', 'the certificate is over')
  return left < ENDS_SOON_MS
    ? look('MQTT over TLS', `the certificate is over in ${days} days`)
    : fine('MQTT over TLS', `${days} days left`)
}
