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
