/** The same however the watch orders what it tells. */
export function isSameSetting(wanted: unknown, told: unknown): boolean {
  if (Array.isArray(wanted) && Array.isArray(told))
    return wanted.length === told.length && wanted.every((each, index) => isSameSetting(each, told[index]))
  if (isRecord(wanted) && isRecord(told))
    return [...new Set([...Object.keys(wanted), ...Object.keys(told)])].every((key) =>
      isSameSetting(wanted[key], told[key]),
    )
  return wanted === told
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
