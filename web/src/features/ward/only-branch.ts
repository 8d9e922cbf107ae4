import type { WardPerson } from '@carewatch/contracts/http/ward'

/** The one branch of all of these; undefined: they are of several, or of none. */
export function onlyBranch(people: readonly Pick<WardPerson, 'branch'>[]): string | undefined {
  const branches = new Set(people.map(({ branch }) => branch?.uuid))
  const [only] = branches
  return branches.size === 1 ? only : undefined
}
