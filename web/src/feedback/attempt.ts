import { snackFailure } from './snack.ts'
import { Failure } from '../http/failure.ts'

/** Does what a person asked for; a failure is shown to them and answered as `null`. */
export async function attempt<Answer>(work: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    snackFailure(error)
    return null
  }
}

/** For forms, which show a failure themselves: what went wrong, or `null` when it was done. */
export async function refusalOf(work: () => Promise<unknown>): Promise<Failure | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}
