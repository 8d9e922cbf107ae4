import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { claim } from '@carewatch/launcher/doorstep'
import { readSecrets, SecretsOfData, writeSecrets } from '@carewatch/launcher/secrets'
import { type Backup, backUp } from '../backup/backup.ts'
import { secretsOf } from '../backup/contents.ts'
import type { Key, Lock } from '../backup/encryption.ts'
import { type Restored, restore } from '../backup/restore.ts'
import { isFromEnvironment, refuseOthers, secretsInUse } from '../backup/secrets-in-use.ts'
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
  return backUp({
    databaseUrl: url,
    file,
    secrets: secrets ? secretsInUse({ env, folder }) : undefined,
    lock,
  })
}

/** The password of this machine's own database stays. */
function takeOver(folder: string, { jwt, service, push }: SecretsOfData): void {
  const own = readSecrets(folder)
  writeSecrets(folder, { ...own, jwt, service, push: push ?? own.push })
}

/** Brings it into an empty database; `replace`: in place of one that holds something, which is gone when all of the backup is there. */
export async function bringBack(
  { env, folder, url }: Place,
  file: string,
  { replace, key }: { replace: boolean; key?: Key | undefined },
): Promise<Restored & { hasSecrets: boolean }> {
  const secrets = await secretsOf(file, key)
  if (secrets) refuseOthers(secrets, { env, folder })
  const leave = env.DATABASE_URL ? () => {} : claim(folder)
  try {
    const restored = replace
      ? await replaceDatabase(url, (fresh) => restore(fresh, file, key))
      : await restore(url, file, key)
    // What comes from the environment stays there, and is the same already.
    if (secrets && !isFromEnvironment({ env, folder })) takeOver(folder, secrets)
    return { ...restored, hasSecrets: secrets !== undefined }
  } finally {
    leave()
  }
}
