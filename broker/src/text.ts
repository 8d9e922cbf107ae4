/** [MQTT-1.5.3-2] no U+0000; nor lone surrogates, which is how broken UTF-8 reaches us; PostgreSQL takes neither. */
// oxlint-disable-next-line no-control-regex -- the control character is the point
const FORBIDDEN = /[\u0000\uFFFD\uD800-\uDFFF]/u

export const isCleanText = (text: string): boolean => !FORBIDDEN.test(text)
