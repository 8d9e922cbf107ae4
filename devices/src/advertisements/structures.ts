export type Structure = { type: number; data: Uint8Array }
export type Structures = {
  structures: Structure[]
  /** false: the last one is cut. */
  isComplete: boolean
  /** What there is of it. */
  cut?: Structure
}

/** Length, type and data, again and again, to a length of zero or the end. */
export function splitAdvertisement(bytes: Uint8Array): Structures {
  const structures: Structure[] = []
  let at = 0
  while (at < bytes.length) {
    const length = bytes[at] ?? 0
    if (length === 0) break
    const end = at + 1 + length
    const type = bytes[at + 1]
    if (type === undefined) return { structures, isComplete: false }
    if (end > bytes.length) {
      return { structures, isComplete: false, cut: { type, data: bytes.subarray(at + 2) } }
    }
    structures.push({ type, data: bytes.subarray(at + 2, end) })
    at = end
  }
  return { structures, isComplete: true }
}
