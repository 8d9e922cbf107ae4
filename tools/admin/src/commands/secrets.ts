import { reseal } from '@carewatch/api/auth/reseal'
import { claim } from '@carewatch/launcher/doorstep'
import { newSecret, readSecrets, writeSecrets } from '@carewatch/launcher/secrets'
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
      'JWT_SECRET is set by the environment: run reseal with the old and the new one, and set it there.',
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
