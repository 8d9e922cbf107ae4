import { isUtf8 } from 'node:buffer'

/**
 * What a string of the protocol must not hold. [MQTT-1.5.3-1, -2] forbid ill-formed UTF-8 and U+0000; control characters
 * and non-characters a server may refuse, and we do: no device needs them, and logs, databases and screens suffer by them.
 */
const FORBIDDEN = /[\p{Cc}\p{Noncharacter_Code_Point}]/u

export const isLegalText = (bytes: Buffer): boolean => isUtf8(bytes) && !FORBIDDEN.test(bytes.toString())
