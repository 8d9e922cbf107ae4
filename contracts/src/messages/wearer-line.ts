import type { WearerSummary } from '../wearers.ts'

/** Keeps a name or a figure from turning the words around it (Unicode 6.3: isolates). */
export const isolated = (text: string): string => `\u2068${text}\u2069`

/** Figures turn nothing, and a short message is paid by the letter. */
const marked = (text: string): string => (/\p{L}/u.test(text) ? isolated(text) : text)

/** A room that is called "201" or "B12" is read as a room; "Room 1" and "Garden" say themselves what they are. */
const isNumber = (room: string): boolean => /^\S*\d\S*$/u.test(room)

/** Writes a text of the shared dictionary in the reader's language. */
type Write = (
  id: 'bedside.room' | 'bedside.bed' | 'bedside.with' | 'bedside.then',
  values: Record<string, string>,
) => string
type Lies = Pick<WearerSummary, 'room' | 'bed'>
type Lay = Pick<WearerSummary, 'room' | 'bed' | 'bedsideThen'>

const inRoom = (write: Write, room: string): string =>
  isNumber(room) ? write('bedside.room', { room: marked(room) }) : marked(room)

const partsOf = (write: Write, { room, bed }: Lies): string[] => [
  ...(room ? [inRoom(write, room)] : []),
  ...(bed ? [write('bedside.bed', { bed: marked(bed) })] : []),
]

const joined = (write: Write, parts: readonly string[]): string =>
  parts.reduce((first, second) => (first ? write('bedside.with', { first, second }) : second), '')

/** "room 201, bed 2", or what of it is known; nothing of whom nothing is. */
export const bedside = (write: Write, lies: Lies): string => joined(write, partsOf(write, lies))

/** Where they lay when it happened, in words; nothing where they lie there still, or nobody wrote it down. */
export function bedsideThen(write: Write, { room, bed, bedsideThen: then }: Lay): string {
  const isElsewhere = then && (then.room !== room || then.bed !== bed)
  return isElsewhere ? bedside(write, then) : ''
}

/** "Ruth Cohen, room 201, bed 2": first where they lie now, for whoever runs there; then where they lay when it happened, if that was elsewhere. */
export function wearerLine(write: Write, { name, ...lies }: Pick<WearerSummary, 'name'> & Lay): string {
  const now = joined(write, [isolated(name), ...partsOf(write, lies)])
  const place = bedsideThen(write, lies)
  return place ? write('bedside.then', { now, place }) : now
}
