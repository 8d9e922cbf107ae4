const CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|57P0[1-3]|53300|08\d\d\d|25006|40P01|40001)$/
const WORDS =
  /connection terminated|timeout expired|timeout exceeded when trying to connect|not queryable|connection is closed/i

/** Whether this says that the database, or the way to it, was away, that it is no longer the one that writes, or that it ended one of two who waited for each other: asked again, it may answer. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return CODES.test(code) || WORDS.test(error.message) || isLostConnection(error.cause)
}
