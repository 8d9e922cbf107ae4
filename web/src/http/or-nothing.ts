import { Failure } from './failure.ts'

const NOT_FOR_YOU: readonly number[] = [403, 404]

/** For what a screen can do without: what is not there, or not for this person, is `null`. */
export async function orNothing<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Failure && NOT_FOR_YOU.includes(error.status)) return null
    throw error
  }
}

/** For what is beside what a screen is about: `null` whatever went wrong, also without a network or from an interface of the version before. */
export async function orWithout<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

/** For what is beside what a screen is about, where nobody answers: `null` then, and whatever else goes wrong is said. */
export async function orOffline<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof Failure && error.status === 0) return null
    throw error
  }
}
