const PLAIN = /^ *[+-]?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12}) *$/

/** A plain number written as text, with the spaces some firmware pads it with; anything else is none. */
export const numberIn = (text: string | undefined): number | undefined =>
  text !== undefined && PLAIN.test(text) ? Number(text) : undefined

/** Zero is how a watch says that it did not measure. */
export const measured = (value: number | undefined): number | undefined => (value === 0 ? undefined : value)
