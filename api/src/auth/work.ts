import { createHash, hkdfSync, randomInt } from 'node:crypto'
import { failedTries } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { type Challenge, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'

/** Together some 2 million rounds of PBKDF2: about a second of a laptop, three of an older phone, for each try. */
const ROUNDS = 10_000
const FEWEST = 150
const MOST = 300
const GOOD_FOR_MS = 300_000

const Parameters = z.looseObject({
  algorithm: z.string(),
  nonce: z.string(),
  salt: z.string(),
  cost: z.number(),
  keyLength: z.number(),
  keyPrefix: z.string(),
  expiresAt: z.number(),
  data: z.strictObject({ of: z.string() }),
})
const Work = z.object({
  challenge: z.object({ parameters: Parameters, signature: z.string() }),
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
})

function parse(text: string): z.output<typeof Work> | undefined {
  try {
    return Work.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Work that costs whoever tries many passwords more than whoever mistyped one: asked for instead of sending people away. */
export function createWork(db: Db, secret: string) {
  const secretFor = (use: string): string =>
    Buffer.from(hkdfSync('sha256', secret, '', `carewatch sign-in work, ${use}`, 32)).toString('hex')
  const secrets = { hmacSignatureSecret: secretFor('asked'), hmacKeySignatureSecret: secretFor('done') }
  const hashOf = (of: string): string => createHash('sha256').update(of.toLowerCase()).digest('base64url')

  return {
    /** `of`: who wants to sign in from where; done, it is good for them alone. */
    ask: (of: string): Promise<Challenge> =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: ROUNDS,
        counter: randomInt(FEWEST, MOST),
        deriveKey,
        data: { of: hashOf(of) },
        expiresAt: new Date(Date.now() + GOOD_FOR_MS),
        ...secrets,
      }),
    /** Once: the same done again is not done. */
    async isDone(text: string | undefined, of: string): Promise<boolean> {
      const work = text === undefined ? undefined : parse(text)
      if (work?.challenge.parameters.data.of !== hashOf(of)) return false
      const { challenge } = work
      const solution = { ...work.solution, time: 0 }
      const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets })
      if (!verified) return false
      const { nonce, expiresAt } = challenge.parameters
      const used = { key: `work:${nonce}`, failures: 0, blockedUntil: new Date(0) }
      const taken = await db
        .insert(failedTries)
        .values({ ...used, forgetAt: new Date((expiresAt + 1) * 1_000) })
        .onConflictDoNothing()
        .returning({ key: failedTries.key })
      return taken.length > 0
    },
  }
}
export type SignInWork = ReturnType<typeof createWork>
