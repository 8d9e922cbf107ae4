const TIMEOUT_MS = 2_000

/** An error of a Redis that is reachable and refuses: its disk is full, it is loading, it is shutting down. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && (error.name === 'ReplyError' || error.message === 'Connection is closed.')

export type Within = <Value>(asked: Promise<Value>, otherwise: () => Value) => Promise<Value>

/** Waits for Redis so long and no longer. Once it was silent nobody waits for it until it answers again: not every watch for itself. */
export function createCircuitBreaker(onError: (error: Error) => void, graceMs = TIMEOUT_MS): Within {
  let isSilent = false

  return <Value>(asked: Promise<Value>, otherwise: () => Value): Promise<Value> =>
    new Promise<Value>((resolve, reject) => {
      const giveUp = (): void => {
        try {
          resolve(otherwise())
        } catch (error) {
          reject(error as Error)
        }
      }
      const timeout = setTimeout(
        () => {
          isSilent = true
          giveUp()
        },
        isSilent ? 0 : graceMs,
      )
      const answered = (): void => {
        isSilent = false
        clearTimeout(timeout)
      }
      asked.then(
        (value) => {
          answered()
          resolve(value)
        },
        (error: unknown) => {
          answered()
          if (!isRefusal(error)) return reject(error as Error)
          onError(error)
          giveUp()
        },
      )
    })
}
