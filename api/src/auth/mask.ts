const STARS = '***'

/** What was typed, as much of it as its owner knows again: `n***@example.com`. */
export function mask(typed: string): string {
  const at = typed.lastIndexOf('@')
  const first = String.fromCodePoint(typed.codePointAt(0) ?? 42)
  return at > 0 ? `${first}${STARS}${typed.slice(at)}` : `${first}${STARS}`
}
