type Path = readonly (string | number)[]
type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Where the leaves of a body are. */
export function leavesOf(body: unknown, path: Path = []): Path[] {
  if (typeof body !== 'object' || body === null) return [path]
  return Object.entries(body).flatMap(([key, value]) =>
    leavesOf(value, [...path, Array.isArray(body) ? Number(key) : key]),
  )
}

/** The same body with something else in one place. */
export function spoiled(body: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return value
  if (Array.isArray(body))
    return body.map((item, at) => (at === first ? spoiled(item, rest, value) : (item as Json)))
  // Safe: the path was read off this very body.
  const known = body as Record<string, unknown>
  return { ...known, [first]: spoiled(known[first], rest, value) }
}

/** What people and programs send that no field is meant for. */
export const poisons: Record<string, unknown> = {
  'another type': { nested: [1, { deeper: true }] },
  'a list': ['a', 1, null],
  null: null,
  'a huge number': 1e308,
  'a negative number': -1,
  'an empty text': '',
  SQL: `'; drop table users; -- " or 1=1 /*`,
  HTML: '<img src=x onerror=alert(1)><script>alert(1)</script>',
  'a long text': 'x'.repeat(100_000),
  'a NUL': 'a\u0000b',
  'half a character': '\ud800',
  'text that turns its direction': '\u202Eevil\u202C\u2066',
  prototypes: '__proto__',
}
