const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A whole letter or sign, also where it takes several code units. */
function initial(word: string): string {
  const [first] = letters.segment(word)
  return first?.segment.toLocaleUpperCase() ?? ''
}

/** The first letters of the first and the last word: "Ruth Anna Cohen" is RC, "Mum" is M. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean)
  const [first = ''] = words
  const last = words.slice(1).at(-1) ?? ''
  return initial(first) + initial(last)
}
