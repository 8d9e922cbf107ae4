type Entry<Value> = { key: number; value: Value; max: number }

/** Keeps it as the newest; of more than that many the oldest goes. */
export function keepBounded<Value>(map: Map<number, Value>, { key, value, max }: Entry<Value>): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > max && oldest !== undefined) map.delete(oldest)
}
