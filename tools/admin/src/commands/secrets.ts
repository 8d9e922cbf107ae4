import { reseal } from '@carewatch/api/auth/reseal'
import { claim } from '@carewatch/launcher/doorstep'
import { newSecret, readSecrets, writeSecrets } from '@carewatch/launcher/secrets'
import { lineIn } from '@carewatch/platform/environment'
import type { Installation } from '../open.ts'

export const rotatable = ['jwt', 'service'] as const
export type Rotatable = (typeof rotatable)[number]

/** New secrets beside the data. `jwt`: everybody signs in again, and what it locks is locked anew. `service`: our own processes' word for the broker. */
export async function rotateSecrets(
  { db, env, folder }: Installation,
  which: readonly Rotatable[],
): Promise<number> {
  if (env.JWT_SECRET && which.includes('jwt'))
    throw new Error(
      'JWT_SECRET is set by the environment: stop the apis, run reseal OLD_FILE NEW_FILE, set the new one there and start them.',
    )
  const leave = claim(folder)
  try {
    const before = readSecrets(folder)
    const after = { ...before }
    for (const name of which) after[name] = newSecret()
    // Kept before it is used: whatever fails in between, one of the two files opens what is locked.
    writeSecrets(folder, before, 'secrets.before.json')
    const locked = after.jwt === before.jwt ? 0 : await reseal(db, { from: before.jwt, to: after.jwt })
    writeSecrets(folder, after)
    return locked
  } finally {
    leave()
  }
}

/** As `JWT_SECRET` is asked for. */
const SHORTEST = 32

function secretIn(file: string): string {
  const secret = lineIn('JWT_SECRET', file)
  if (secret.length >= SHORTEST) return secret
  throw new Error(`${file} holds no secret of ${SHORTEST} characters or more.`)
}

/** What was locked with the secret in one file is locked with that in the other, or nothing is: for a `JWT_SECRET` that the environment gives. Answers how many. */
export function resealFor(
  { db }: Pick<Installation, 'db'>,
  { oldFile, newFile }: { oldFile: string; newFile: string },
): Promise<number> {
  const secrets = { from: secretIn(oldFile), to: secretIn(newFile) }
  if (secrets.from === secrets.to) throw new Error('Both files hold the same secret.')
  return reseal(db, secrets)
}
