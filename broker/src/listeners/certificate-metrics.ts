import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { endOf, faultsBeside, isSelfMade } from '@carewatch/platform/credentials/certificate'
import { Gauge, type Registry } from 'prom-client'

/** Of the certificate that devices are shown, and browsers too in containers; read when the figures are. */
export function measureCertificate(registry: Registry, file: string): void {
  const gauge = (name: string, help: string, read: () => Promise<number>): void => {
    const made: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      // What cannot be read has ended, as far as anybody can say.
      collect: async () => made.set(await read().catch(() => 0)),
    })
  }
  const certificate = async (): Promise<X509Certificate> => new X509Certificate(await readFile(file))
  gauge('carewatch_certificate_not_after_seconds', 'When it ends, in seconds since 1970', async () =>
    Math.floor(endOf(await certificate()) / 1_000),
  )
  gauge('carewatch_certificate_self_made', 'Whether nobody vouches for it', async () =>
    Number(isSelfMade(await certificate())),
  )
  gauge('carewatch_certificate_faults', 'What is wrong with those that were given', async () => {
    const text = await readFile(faultsBeside(file), 'utf8')
    return text.split('\n').filter(Boolean).length
  })
}
