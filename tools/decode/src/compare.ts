const TOLERANCE = 1e-4
const PLACE_TOLERANCE = 1e-6
const PLACES = new Set(['lat', 'lon', 'lng', 'latitude', 'longitude'])
/** What the sources of a case say of it in their own words: not ours to repeat. */
const NOT_COMPARED = new Set(['source_assertions', 'note'])

type At = { key: string; path: string }

/** The paths at which `actual` is not what was expected. Keys that nothing was expected of are not looked at; `null` means that nothing may stand there. */
export function differences(
  expected: unknown,
  actual: unknown,
  { key, path }: At = { key: '', path: '' },
): string[] {
  if (NOT_COMPARED.has(key)) return []
  if (expected === null) return actual === null || actual === undefined ? [] : [path]
  if (typeof expected === 'number') return isNear(expected, actual, key) ? [] : [path]
  if (Array.isArray(expected)) return differencesOfList(expected, actual, path)
  if (typeof expected === 'object') return differencesOfFields(expected, actual, path)
  if (expected === 'absent' && actual === undefined) return []
  if (expected === 'present' && actual !== undefined) return []
  return expected === actual || isSameText(expected, actual) || isSameTime(expected, actual) ? [] : [path]
}

function differencesOfList(expected: readonly unknown[], actual: unknown, path: string): string[] {
  if (!Array.isArray(actual) || actual.length !== expected.length) return [path]
  return expected.flatMap((item, index) =>
    differences(item, actual[index], { key: '', path: `${path}[${index}]` }),
  )
}

function differencesOfFields(expected: object, actual: unknown, path: string): string[] {
  const fields: Record<string, unknown> = typeof actual === 'object' && actual !== null ? { ...actual } : {}
  return Object.entries(expected).flatMap(([key, value]) =>
    differences(value, fields[key], { key, path: path ? `${path}.${key}` : key }),
  )
}

const isNear = (expected: number, actual: unknown, key: string): boolean =>
  typeof actual === 'number' && Math.abs(expected - actual) <= (PLACES.has(key) ? PLACE_TOLERANCE : TOLERANCE)

/** Addresses and numbers are written in both cases. */
const isSameText = (expected: unknown, actual: unknown): boolean =>
  typeof expected === 'string' &&
  typeof actual === 'string' &&
  expected.toLowerCase() === actual.toLowerCase()

const ISO = /^\d{4}-\d{2}-\d{2}[T ]/

const isSameTime = (expected: unknown, actual: unknown): boolean =>
  typeof expected === 'string' &&
  typeof actual === 'string' &&
  ISO.test(expected) &&
  ISO.test(actual) &&
  Date.parse(expected) === Date.parse(actual)
