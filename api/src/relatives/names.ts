/** A name in one field, as two: the last word is the last name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.split(/\s+/)
  if (words.length < 2) return { firstName: name, lastName: '' }
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
}
