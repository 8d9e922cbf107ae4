import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const Secrets = z.object({ jwt: z.string(), service: z.string(), postgres: z.string() })
export type Secrets = z.output<typeof Secrets>

const newSecret = (): string => randomBytes(32).toString('base64url')

/** Made once, kept beside the data, readable by its owner only. */
export function readSecrets(folder: string): Secrets {
  const file = join(folder, 'secrets.json')
  if (existsSync(file)) return Secrets.parse(JSON.parse(readFileSync(file, 'utf8')))
  mkdirSync(folder, { recursive: true })
  const secrets = { jwt: newSecret(), service: newSecret(), postgres: newSecret() }
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}
