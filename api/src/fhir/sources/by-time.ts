import type { WornSpan } from '../../access/worn-spans.ts'
import type { Found } from '../source.ts'

export type Timed = { time: Date; found: Found }
type Open = { uuid: string; next: Timed; all: AsyncGenerator<Timed> }
type Waiting = { span: WornSpan; begins: number }

/**
 * What was measured by several watches, in the order of time: those of one moment by their times of wearing. A watch is read from when it can be its
 * turn, so that who wore a hundred after each other is read one after the other.
 */
export async function* byTime(
  spans: readonly WornSpan[],
  isDescending: boolean,
  read: (span: WornSpan) => AsyncGenerator<Timed>,
): AsyncGenerator<Found> {
  const sign = isDescending ? -1 : 1
  const waiting = spans
    .map((span): Waiting => ({ span, begins: sign * beginOf(span, isDescending) }))
    .toSorted((one, other) => one.begins - other.begins)
  const open: Open[] = []
  const timeOf = ({ next }: Open): number => sign * next.time.getTime()
  for (;;) {
    while (waiting[0] && waiting[0].begins <= Math.min(...open.map(timeOf))) await begin(open, waiting, read)
    const [first] = open.toSorted(
      (one, other) => timeOf(one) - timeOf(other) || (one.uuid < other.uuid ? -1 : 1),
    )
    if (!first) return
    yield first.next.found
    const { done, value } = await first.all.next()
    if (done) open.splice(open.indexOf(first), 1)
    else first.next = value
  }
}

const beginOf = ({ from, to }: WornSpan, isDescending: boolean): number =>
  isDescending ? (to?.getTime() ?? Number.MAX_SAFE_INTEGER) : from.getTime()

async function begin(open: Open[], waiting: Waiting[], read: (span: WornSpan) => AsyncGenerator<Timed>) {
  const { span } = waiting.shift() ?? {}
  if (!span) return
  const all = read(span)
  const { done, value } = await all.next()
  if (!done) open.push({ uuid: span.uuid, next: value, all })
}
