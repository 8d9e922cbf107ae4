import type { Challenge } from 'altcha-lib/types'
import { Failure } from '../http/failure.ts'

const LONGEST_MS = 60_000

/** Does what the server asks of whoever signs in after many failures; nothing where it asked for nothing, or this browser cannot. */
export async function workAskedBy(failure: unknown): Promise<string | undefined> {
  if (!(failure instanceof Failure)) return undefined
  // Safe: our own server's, and a solution that does not fit is refused.
  const challenge = failure.context['challenge'] as Challenge | undefined
  // Browsers offer it over https and on the machine itself alone.
  if (!challenge || !('subtle' in crypto)) return undefined
  const [{ solveChallenge }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/web/pbkdf2'),
  ])
  const solution = await solveChallenge({ challenge, deriveKey, timeout: LONGEST_MS })
  return solution ? JSON.stringify({ challenge, solution }) : undefined
}
