import { forCompany } from '@carewatch/platform/database/company-scope'

type Entry<Value> = { value: Promise<Value>; until: number }

/** Remembers what was looked up for a moment; several who ask at once share one look-up, in the order they asked. */
export function createShortMemory<Key, Value>(lookUp: (key: Key) => Promise<Value>, ttlMs: number) {
  const entries = new Map<Key, Entry<Value>>()

  function get(key: Key, now = Date.now()): Promise<Value> {
    const known = entries.get(key)
    if (known && known.until > now) return known.value
    // What is remembered is everybody's: it is looked up for no company.
    const value = forCompany(undefined, () => lookUp(key))
    const entry = { value, until: now + ttlMs }
    entries.set(key, entry)
    // A failed look-up is not remembered; whoever awaits it hears of it.
    value.catch(() => entries.get(key) === entry && entries.delete(key))
    return value
  }

  function forgetOld(now = Date.now()): void {
    for (const [key, { until }] of entries) if (until <= now) entries.delete(key)
  }

  return {
    get,
    forget: (key: Key) => entries.delete(key),
    forgetAll: () => entries.clear(),
    forgetOld,
  }
}
