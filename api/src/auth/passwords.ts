import { randomInt } from 'node:crypto'
import type { Language } from '@carewatch/contracts/languages'
import type { Strength } from '@carewatch/contracts/passwords'
import type { Role } from '@carewatch/contracts/roles'
import { permissions } from '@carewatch/contracts/permissions'
import { hashPassword, isPassword } from '@carewatch/platform/credentials/password'
import type { Env } from '../env.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { strengthOf } from './strength.ts'
import { createTurns } from './turns.ts'

const STRICT_LENGTH = 8
const MADE_LENGTH = 16
/** Without those that are taken for one another when read out. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Whose password it is to be, as far as it matters for what may be chosen. */
export type ChosenBy = {
  role: Role
  words: readonly (string | null)[]
  language: Language
  field: 'password' | 'newPassword'
}

/** `before`: asked when the turn has come, for it may refuse by then. `failed`: counts it, before the next one's turn. */
type Turn = { before: () => Promise<void>; failed: () => Promise<void> }

const isStaff = (role: Role): boolean => permissions.useTwoStep.some((one) => one === role)

/** A password nobody chose, which can be read out over a telephone. */
export const makePassword = (): string =>
  Array.from({ length: MADE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Passwords: their cost is shared out, and what may be one is decided here. */
export function createPasswords(profile: Env['PASSWORD_PROFILE']) {
  const inTurn = createTurns({ atOnce: 2, waiting: 100 })
  let nobodysHash: Promise<string> | undefined

  return {
    hash: (password: string): Promise<string> => inTurn(() => hashPassword(password)),
    /** One hash a try, whether there is such an account or not; both callbacks belong to the turn. */
    async tryOne(password: string, hash: string | null, { before, failed }: Turn): Promise<boolean> {
      const other = await (nobodysHash ??= hashPassword(crypto.randomUUID()))
      return inTurn(async () => {
        await before()
        const isRight = (await isPassword(password, hash ?? other)) && hash !== null
        if (!isRight) await failed()
        return isRight
      })
    },
    /** Refuses what is too short or, for those who see other people's lives, too common; answers how good it is. */
    async rate(password: string, { role, words, language, field }: ChosenBy): Promise<Strength> {
      const isStrict = profile === 'strict'
      if (isStrict && password.length < STRICT_LENGTH) throw new InvalidFields({ [field]: 'passwordStrict' })
      const strength = await strengthOf(password, { words, language })
      if (strength.isCommon && (isStrict || isStaff(role)))
        throw new InvalidFields({ [field]: 'passwordCommon' })
      return strength
    },
  }
}
export type Passwords = ReturnType<typeof createPasswords>
