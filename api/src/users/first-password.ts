import type { Strength } from '@carewatch/contracts/passwords'
import type { Role } from '@carewatch/contracts/roles'
import { makePassword } from '../auth/passwords.ts'
import { wordsOf } from '../auth/words.ts'
import type { Caller } from '../access/viewer.ts'
import type { Services } from '../services.ts'

type For = {
  firstName: string
  lastName: string
  userName: string
  email: string
  companyId: number | null
  role: Role
}
type Choice = { chosen: string | undefined; field: 'password' | 'newPassword' }

export type FirstPassword = {
  hash: string
  strength: Strength
  /** In the mail. */
  mailed: string | null
  /** In the answer, this once: nobody else could be told. */
  shown: string | null
}

/** The password somebody else chose for a person or, where nothing was chosen, one that is made. */
export async function firstPassword(
  { db, passwords, mail }: Services,
  { language }: Caller,
  { person, chosen, field }: Choice & { person: For },
): Promise<FirstPassword> {
  const password = chosen ?? makePassword()
  const words = await wordsOf(db, person)
  const strength = await passwords.rate(password, { role: person.role, words, language, field })
  const made = chosen === undefined ? password : null
  return {
    hash: await passwords.hash(password),
    strength,
    mailed: mail.isConfigured ? made : null,
    shown: mail.isConfigured ? null : made,
  }
}

export const answerOf = ({ strength, mailed, shown }: FirstPassword) => ({
  password: shown,
  isMailed: mailed !== null,
  strength,
})
