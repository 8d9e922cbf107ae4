import { setTimeout as wait } from 'node:timers/promises'
import { isDataFault } from './database-faults.ts'

const FIRST_RETRY_MS = 50
/** Not longer: when another database has taken over, a call for help waits for this. */
const LAST_RETRY_MS = 500

/** Does the work, however often the database must be asked; answers the error if it is the content that is refused. */
export async function persist(
  work: () => Promise<unknown>,
  onRetry: (error: Error) => void,
): Promise<Error | undefined> {
  for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)) {
    try {
      await work()
      return undefined
    } catch (thrown) {
      const error = thrown as Error
      if (isDataFault(error)) return error
      onRetry(error)
      await wait(retryMs)
    }
  }
}
