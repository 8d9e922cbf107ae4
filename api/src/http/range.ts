import { InvalidFields } from './invalid-fields.ts'

const DAY_MS = 86_400_000

type Asked = { from?: Date | undefined; to?: Date | undefined }
export type Range = { from: Date; to: Date }

/** The time that was asked for, or the last days of it; one that ends before it begins or is too long is told. */
export function rangeOf(
  { from, to = new Date() }: Asked,
  { usual, most }: { usual: number; most: number },
): Range {
  const start = from ?? new Date(to.getTime() - usual * DAY_MS)
  if (start >= to) throw new InvalidFields({ from: 'afterTo' })
  if (to.getTime() - start.getTime() > most * DAY_MS) throw new InvalidFields({ from: 'rangeTooLong' })
  return { from: start, to }
}
