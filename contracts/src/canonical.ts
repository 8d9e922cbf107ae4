/** Anything that JSON can write. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json | undefined }

/**
 * One text for one value, whoever writes it (RFC 8785, JSON Canonicalization Scheme): names in the order of their UTF-16 units, no space, texts and
 * numbers as JavaScript writes them. A name without a value is left out.
 */
export function canonical(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonical).join(',')}]`
  const fields = Object.entries(value)
    .filter((entry): entry is [string, Json] => entry[1] !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${fields.map(([name, of]) => `${JSON.stringify(name)}:${canonical(of)}`).join(',')}}`
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value)
