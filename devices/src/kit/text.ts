const buffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** A character a byte: what a text protocol is cut and split by, whatever its names are written in. */
export const latin1 = (bytes: Uint8Array): string => buffer(bytes).toString('latin1')
export const fromLatin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')
/** The characters of a text that was cut by bytes. */
export const utf8Of = (text: string): string => Buffer.from(text, 'latin1').toString('utf8')

/** UTF-16 in hexadecimal digits, as watches take names and texts: no character of it can end a frame. */
export const utf16LittleHex = (text: string): string => Buffer.from(text, 'utf16le').toString('hex')
export const utf16BigHex = (text: string): string => Buffer.from(text, 'utf16le').swap16().toString('hex')

/** `aa:bb:cc:dd:ee:ff`, however it was separated. */
export const macOf = (text: string): string => text.trim().toLowerCase().replaceAll('-', ':')

const UNREADABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** What a device wrote, as a terminal and a page can show it: nothing that steers either, or turns the text around it. */
export const readable = (text: string): string => text.replaceAll(UNREADABLE, '\uFFFD')

/** A text or a number as text; anything else says nothing. */
export const wordOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 4_096) : ''
