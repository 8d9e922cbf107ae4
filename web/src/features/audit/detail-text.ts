import type { Trace } from '@carewatch/contracts/http/audit'

const written = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value)

/** The facts of a trace in one line, by the names that the log gives them. */
export const detailText = (detail: Trace['detail']): string =>
  Object.entries(detail ?? {})
    .map(([name, value]) => (name === 'fields' ? written(value) : `${name}: ${written(value)}`))
    .filter((text) => text !== '')
    .join(' · ')
