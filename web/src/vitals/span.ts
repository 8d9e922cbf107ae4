export type Span = { readonly from: Date; readonly to: Date }

const MINUTE_MS = 60_000
/** Closer than this there is nothing to see: watches speak every few minutes. */
const SHORTEST_MS = 10 * MINUTE_MS

export const lengthOf = ({ from, to }: Span): number => to.getTime() - from.getTime()

export const isWithin = (time: Date, { from, to }: Span): boolean => time >= from && time <= to

/** How far into a span a moment lies, 0 to 1. */
export const fractionOf = (time: Date, span: Span): number =>
  (time.getTime() - span.from.getTime()) / lengthOf(span)

/** As much of a span as lies within another; null: nothing of it. */
export function within({ from, to }: Span, whole: Span): Span | null {
  const clipped = {
    from: new Date(Math.max(from.getTime(), whole.from.getTime())),
    to: new Date(Math.min(to.getTime(), whole.to.getTime())),
  }
  return clipped.from > clipped.to ? null : clipped
}

/** A part of the whole, never shorter than one can see, never beyond its ends; null when it is all of it. */
export function partOf(whole: Span, { from, to }: Span): Span | null {
  const length = Math.max(SHORTEST_MS, to.getTime() - from.getTime())
  if (length >= lengthOf(whole) * 0.995) return null
  const middle = (from.getTime() + to.getTime()) / 2
  const start = Math.min(Math.max(whole.from.getTime(), middle - length / 2), whole.to.getTime() - length)
  return { from: new Date(start), to: new Date(start + length) }
}

/** Nearer (factor under 1) or farther, the moment `around` staying where it is. */
export function scaled({ from, to }: Span, around: Date, factor: number): Span {
  const at = around.getTime()
  return {
    from: new Date(at - (at - from.getTime()) * factor),
    to: new Date(at + (to.getTime() - at) * factor),
  }
}

/** Moved by a share of its own length. */
export function moved({ from, to }: Span, share: number): Span {
  const by = (to.getTime() - from.getTime()) * share
  return { from: new Date(from.getTime() + by), to: new Date(to.getTime() + by) }
}

export const middleOf = ({ from, to }: Span): Date => new Date((from.getTime() + to.getTime()) / 2)
