import { PASSWORD_MIN } from '@carewatch/contracts/numbers'

export const strengths = ['tooShort', 'weak', 'fair', 'good', 'strong'] as const
export type Strength = (typeof strengths)[number]

const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u]

/** Different characters count, their repetition and rows like 1234 or abcd hardly. */
function effort(password: string): number {
  const codes = Array.from(password, (letter) => letter.codePointAt(0) ?? 0)
  const fresh = codes.filter((code, at) => {
    const before = codes[at - 1]
    return before === undefined || Math.abs(code - before) > 1
  })
  const variety = kinds.filter((kind) => kind.test(password)).length
  return Math.min(fresh.length, new Set(codes).size + 2) + variety - 1
}

/** A first impression while one types; the server decides, and knows the passwords that people guess first. */
export function strengthOf(password: string): Strength {
  if (password.length < PASSWORD_MIN) return 'tooShort'
  const points = effort(password)
  if (points < 7) return 'weak'
  if (points < 10) return 'fair'
  return points < 14 ? 'good' : 'strong'
}
