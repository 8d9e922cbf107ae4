/**
 * SQLSTATEs that a retry cannot mend: the content itself is refused (22 data exception, 23 constraint, 54 too large for the server), or it
 * repeats more of what TimescaleDB has compressed than one statement may unpack (53400). A batcher that tried it for ever would hold up every other watch on it.
 */
const REFUSED = /^(22|23|54|53400$)/

export function isDataFault(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : ''
  return REFUSED.test(code)
}
