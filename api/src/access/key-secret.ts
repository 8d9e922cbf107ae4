import { createHash, randomInt, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ID_LENGTH = 12
/** 62 to the 43rd is more than 2 to the 256th. */
const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6

/** What a secret lets in, as it stands at its beginning: a partner's program by a company's key, or a program of somebody's own. */
export type SecretUse = 'live' | 'home' | 'cal'
/** Its use, its name and what is secret of it, then the checksum of all. */
const SECRET = /^(cw_(live|home|cal)_([0-9A-Za-z]{12})_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

const randomText = (length: number): string =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** The last six letters: whoever scans for secrets that leaked knows one of ours without asking us. */
function checksumOf(text: string): string {
  const letters: string[] = []
  for (let left = crc32(text); letters.length < CHECKSUM_LENGTH; left = Math.floor(left / LETTERS.length))
    letters.unshift(LETTERS[left % LETTERS.length] ?? '')
  return letters.join('')
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** What a key is recognised by where it is shown. */
export const prefixOf = (publicId: string, use: SecretUse = 'live'): string => `cw_${use}_${publicId}`

const NAME = /^cw_live_([0-9A-Za-z]{12})$/

/** The public part of a key by what it is recognised by. */
export const publicIdOf = (prefix: string): string | undefined => NAME.exec(prefix)?.[1]

export type KeySecret = { publicId: string; hash: string }

/** A new secret of a key, that of before or a new one. Only its hash is kept. */
export function makeSecret(
  publicId = randomText(ID_LENGTH),
  use: SecretUse = 'live',
): KeySecret & { secret: string } {
  const body = `${prefixOf(publicId, use)}_${randomText(SECRET_LENGTH)}`
  const secret = `${body}${checksumOf(body)}`
  return { publicId, secret, hash: hashOf(secret) }
}

/** Whether a bearer is meant to be a key, and no sign-in of a person. */
export const isKey = (bearer: string): boolean => bearer.startsWith('cw_')

/** What can be looked up; nothing where it never was one of ours. */
export function readSecret(text: string, use: SecretUse = 'live'): KeySecret | undefined {
  const [, body, of, publicId, checksum] = SECRET.exec(text) ?? []
  if (body === undefined || publicId === undefined || of !== use) return undefined
  if (checksumOf(body) !== checksum) return undefined
  return { publicId, hash: hashOf(text) }
}

export const isSameHash = (one: string, other: string | null): boolean =>
  other !== null && one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
