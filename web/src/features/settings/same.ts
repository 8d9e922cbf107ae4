/** The same however the watch orders what it reports. */
export function isSameSetting(wanted: unknown, reported: unknown): boolean {
  if (Array.isArray(wanted) && Array.isArray(reported))
    return (
      wanted.length === reported.length && wanted.every((each, index) => isSameSetting(each, reported[index]))
    )
  if (isRecord(wanted) && isRecord(reported))
    return [...new Set([...Object.keys(wanted), ...Object.keys(reported)])].every((key) =>
      isSameSetting(wanted[key], reported[key]),
    )
  return wanted === reported
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
