import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newPushKeys } from '@carewatch/platform/credentials/push-keys'
import { z } from 'zod'

const Keys = z.object({ publicKey: z.string(), privateKey: z.string() })
/** Those that the data depends on, wherever it stands. */
export const SecretsOfData = z.object({ jwt: z.string(), service: z.string(), push: Keys.optional() })
export type SecretsOfData = z.output<typeof SecretsOfData>
/** By which the parts sign in to this machine's own database. */
const Passwords = z.object({ broker: z.string(), rules: z.string(), api: z.string(), auditor: z.string() })
/** `postgres`: of its superuser; `migration`: of who owns the database. */
const Secrets = SecretsOfData.extend({
  push: Keys,
  postgres: z.string(),
  migration: z.string(),
  database: Passwords,
})
export type Secrets = z.output<typeof Secrets>

export const newSecret = (): string => randomBytes(32).toString('base64url')

const newPasswords = (): z.output<typeof Passwords> => ({
  broker: newSecret(),
  rules: newSecret(),
  api: newSecret(),
  auditor: newSecret(),
})

const fileIn = (folder: string): string => join(folder, 'secrets.json')

/** Whether this installation has secrets of its own beside its data; in containers they come from the environment alone. */
export const hasOwnSecrets = (folder: string): boolean => existsSync(fileIn(folder))

/** Made once, kept beside the data, readable by its owner only. */
export function readSecrets(folder: string): Secrets {
  const file = fileIn(folder)
  const kept = existsSync(file) ? Secrets.partial().parse(JSON.parse(readFileSync(file, 'utf8'))) : {}
  const known = Secrets.safeParse(kept)
  if (known.success) return known.data
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // What an earlier version did not know of is made now; what it made stays.
  const secrets = {
    jwt: kept.jwt ?? newSecret(),
    service: kept.service ?? newSecret(),
    postgres: kept.postgres ?? newSecret(),
    migration: kept.migration ?? newSecret(),
    push: kept.push ?? newPushKeys(),
    database: kept.database ?? newPasswords(),
  }
  writeSecrets(folder, secrets)
  return secrets
}

/** Written aside and moved: a start that looks meanwhile finds the one or the other, whole. */
export function writeSecrets(folder: string, secrets: Secrets, name = 'secrets.json'): void {
  const file = join(folder, name)
  writeFileSync(`${file}.part`, JSON.stringify(secrets), { mode: 0o600 })
  renameSync(`${file}.part`, file)
}
