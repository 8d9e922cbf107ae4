/** Kept for 30 days; a day is left for what was written by transactions that took long. */
const GOOD_FOR_MS = 29 * 86_400_000

/** Where somebody stands, and a moment of which it is known that whatever comes after this was written not much before it. */
export type Standing = { position: number; at: Date }

/** As programs keep it: what it holds is ours. */
export const cursorOf = ({ position, at }: Standing): string =>
  Buffer.from(`1:${position}:${at.getTime()}`).toString('base64url')

const CURSOR = /^1:(\d{1,15}):(\d{1,14})$/

export function readCursor(text: string): Standing | undefined {
  const [, position, at] = CURSOR.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (position === undefined || at === undefined) return undefined
  return { position: Number(position), at: new Date(Number(at)) }
}

/** What came after it may have been deleted meanwhile, or it is of a database that was brought back to before. */
export const isLost = ({ position, at }: Standing, { last, now }: { last: number; now: number }): boolean =>
  position > last || at.getTime() < now - GOOD_FOR_MS
