import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { claim } from '@carewatch/launcher/doorstep'
import { readSecrets, SecretsOfData, writeSecrets } from '@carewatch/launcher/secrets'
import { type Backup, backUp } from '../backup/backup.ts'
import type { Key, Lock } from '../backup/encryption.ts'
import { type Restored, restore } from '../backup/restore.ts'
import type { Installation } from '../open.ts'
import { replaceDatabase } from './replace-database.ts'

type Place = Pick<Installation, 'env' | 'folder' | 'url'>

/** `carewatch-2026-11-22T02-30-00.backup`, with `.age` at its end where it is encrypted. */
export const usualName = (now: Date, lock: Lock | undefined): string =>
  `carewatch-${now.toISOString().slice(0, 19).replaceAll(':', '-')}.backup${lock ? '.age' : ''}`

/** One file with every row and, unless they are to stay out, the secrets without which some of it cannot be read. */
export function makeBackup(
  { env, folder, url }: Place,
  file: string,
  { secrets, lock }: { secrets: boolean; lock: Lock | undefined },
): Promise<Backup> {
  mkdirSync(dirname(resolve(file)), { recursive: true })
  const { jwt, service, push } = readSecrets(folder)
  const kept = { jwt: env.JWT_SECRET ?? jwt, service, push }
  return backUp({ databaseUrl: url, file, secrets: secrets ? kept : undefined, lock })
}

/** Brings it into an empty database; `replace`: in place of one that holds something, which is gone when all of the backup is there. */
export async function bringBack(
  { env, folder, url }: Place,
  file: string,
  { replace, key }: { replace: boolean; key?: Key | undefined },
): Promise<Restored & { hasSecrets: boolean }> {
  const leave = env.DATABASE_URL ? () => {} : claim(folder)
  try {
    const restored = replace
      ? await replaceDatabase(url, (fresh) => restore(fresh, file, key))
      : await restore(url, file, key)
    const secrets = SecretsOfData.safeParse(restored.secrets)
    // The password of this machine's own database stays.
    if (secrets.success) writeSecrets(folder, { ...readSecrets(folder), ...secrets.data })
    return { ...restored, hasSecrets: secrets.success }
  } finally {
    leave()
  }
}
