import { Refusal } from '@carewatch/contracts/refusal'

const UNIQUE_VIOLATION = '23505'

const REASONS = {
  users_email: 'emailTaken',
  users_user_name: 'userNameTaken',
  users_identity_company: 'accountThere',
} as const
type Constraint = keyof typeof REASONS

/** Drizzle wraps the driver's error: what was violated stands in the cause. */
function reasonOf(error: unknown): (typeof REASONS)[Constraint] | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { code, cause, constraint: name } = error as Record<string, unknown>
  if (code === UNIQUE_VIOLATION && typeof name === 'string')
    // Safe: of any other name it has nothing.
    return REASONS[name as Constraint]
  return reasonOf(cause)
}

/** The database decides which e-mail address and user name are taken, and that nobody has two accounts at a company; whoever comes second hears which. */
export async function orTaken<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    const reason = reasonOf(error)
    throw reason === undefined ? error : new Refusal('conflict', reason)
  }
}
