const KEY = 'carewatch.browser'

/** What this browser calls itself when somebody signs in: drawn once and kept, and nothing else is read off it. None over plain http. */
export function browserName(): string | undefined {
  const kept = localStorage.getItem(KEY)
  if (kept) return kept
  if (!('randomUUID' in crypto)) return undefined
  const drawn = crypto.randomUUID()
  localStorage.setItem(KEY, drawn)
  return drawn
}
