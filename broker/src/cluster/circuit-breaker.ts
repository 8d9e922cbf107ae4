const PATIENCE_MS = 2_000

/** What Redis says when it is there and will not: its disk is full, it is loading, it was told to end. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof Error && (error.name === 'ReplyError' || error.message === 'Connection is closed.')

export type Within = <Value>(asked: Promise<Value>, otherwise: () => Value) => Promise<Value>

/** Waits for Redis so long and no longer. Once it was silent nobody waits for it until it answers again: not every watch for itself. */
export function createPatience(onError: (error: Error) => void, patienceMs = PATIENCE_MS): Within {
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
      const impatience = setTimeout(
        () => {
          isSilent = true
          giveUp()
        },
        isSilent ? 0 : patienceMs,
      )
      const answered = (): void => {
        isSilent = false
        clearTimeout(impatience)
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
