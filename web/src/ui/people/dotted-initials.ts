const MOST = 3
const letters = new Intl.Segmenter()

/** `Miriam Levi` → `M. L.`: enough for whoever knows the house, nothing for a visitor. */
export const dottedInitials = (name: string): string =>
  name
    .trim()
    .split(/\s+/u)
    .slice(0, MOST)
    .map((word) => letters.segment(word)[Symbol.iterator]().next().value?.segment)
    .filter((letter) => letter !== undefined)
    .map((letter) => `${letter.toLocaleUpperCase()}.`)
    .join(' ')
