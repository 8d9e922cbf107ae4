/**
 * Controls (but for tab and the ends of lines) and what turns the direction of a text: embeddings, overrides and isolates of Unicode's bidirectional
 * algorithm (UAX 9), separators of lines and paragraphs, annotations, and the byte order mark. The marks that people's keyboards have (LRM, RLM, ALM)
 * and the joiners of scripts and emoji are none of them.
 */
const UNSEEN = /(?![\t\n\r])\p{Cc}|[\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF\uFFF9-\uFFFB]/u

export const hasUnseen = (text: string): boolean => UNSEEN.test(text)

const ALL_UNSEEN = new RegExp(UNSEEN, 'gu')

/** As it is read: our own texts isolate names, and whoever copies one into a note copies that along. */
export const withoutUnseen = (text: string): string => text.replaceAll(ALL_UNSEEN, '')
