import { Failure } from '../../http/failure.ts'
import { isLostCode, reloadIfServed } from '../../http/lost-code.ts'
import { snackFailure } from '../../feedback/snack.ts'

const NOBODY_ANSWERED = new Failure(0)

/** What went wrong where data or code did not come. */
export const failureOf = (error: unknown): Failure =>
  error instanceof Failure ? error : isLostCode(error) ? NOBODY_ANSWERED : new Failure(500)

/** The page anew, as soon as somebody answers. */
export async function loadAgain(): Promise<void> {
  if (!(await reloadIfServed())) snackFailure(NOBODY_ANSWERED)
}
