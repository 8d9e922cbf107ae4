/** What no text holds, and what makes what follows be read the other way round. */
const CONTROL = /[^\P{Cc}\t\n\r]|\p{Bidi_Control}/u

/** Bytes as text; null where that is not what they are. What was cut within a letter is text before it. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true })
    return text === '' || CONTROL.test(text) ? null : text
  } catch {
    return null
  }
}
