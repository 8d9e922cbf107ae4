import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, PasskeyAnswer } from '@carewatch/contracts/passkeys'

/** CBOR (RFC 8949), as much of it as a passkey is written in. */
type Written = number | string | Buffer | Map<number | string, Written>

function head(type: number, n: number): Buffer {
  if (n < 24) return Buffer.from([(type << 5) | n])
  return n < 256 ? Buffer.from([(type << 5) | 24, n]) : Buffer.from([(type << 5) | 25, n >> 8, n & 255])
}

function cbor(value: Written): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return Buffer.concat([head(3, text.length), text])
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])])
}

const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest()
const PRESENT = 1
const VERIFIED = 4
const HAS_KEY = 64

/** What may be wrong with what it signs. */
export type Flaws = {
  origin?: string
  rpId?: string
  isVerified?: boolean
  counter?: number
  challenge?: string
}
type Asked = { challenge: string; rpId: string }

/** A machine that makes passkeys and signs with them, with a real key and real signatures (WebAuthn, ES256). */
export function createAuthenticator(origin = 'http://localhost:8080') {
  const id = randomBytes(32)
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let counter = 0
  let userHandle = ''

  function partsOf(type: string, asked: Asked, flaws: Flaws) {
    const { challenge, isVerified = true } = flaws
    const clientData = { type, challenge: challenge ?? asked.challenge, origin: flaws.origin ?? origin }
    const clientDataJSON = Buffer.from(JSON.stringify({ ...clientData, crossOrigin: false }))
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(flaws.counter ?? ++counter)
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | (type === 'webauthn.create' ? HAS_KEY : 0)
    const authData = Buffer.concat([sha256(flaws.rpId ?? asked.rpId), Buffer.from([flags]), counted])
    return { clientDataJSON, authData }
  }

  return {
    id: id.toString('base64url'),
    make(asked: Asked & { userHandle: string }, flaws: Flaws = {}): NewPasskey {
      userHandle = asked.userHandle
      const { clientDataJSON, authData } = partsOf('webauthn.create', asked, flaws)
      const made = Buffer.concat([
        authData,
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseOf(keys.publicKey),
      ])
      const statement = new Map<string, Written>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', made],
      ])
      return {
        id: id.toString('base64url'),
        clientDataJSON: clientDataJSON.toString('base64url'),
        attestationObject: cbor(statement).toString('base64url'),
        transports: ['internal'],
      }
    },
    sign(asked: Asked, flaws: Flaws = {}): PasskeyAnswer {
      const { clientDataJSON, authData } = partsOf('webauthn.get', asked, flaws)
      const signature = sign('sha256', Buffer.concat([authData, sha256(clientDataJSON)]), keys.privateKey)
      return {
        id: id.toString('base64url'),
        clientDataJSON: clientDataJSON.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle,
      }
    },
  }
}
export type Authenticator = ReturnType<typeof createAuthenticator>

function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const point = (text: string) => Buffer.from(text, 'base64url')
  return cbor(
    new Map<number, Written>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point(x)],
      [-3, point(y)],
    ]),
  )
}
