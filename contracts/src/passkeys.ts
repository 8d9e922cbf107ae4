import { z } from 'zod'

/** More machines than anybody signs in on. */
export const MAX_PASSKEYS = 10
export const MAX_PASSKEY_NAME = 50

/** Bytes as WebAuthn writes them into JSON: base64url. */
const Bytes = (max: number) =>
  z
    .string()
    .regex(/^[\w-]+$/)
    .max(max)
    .meta({ examples: ['q2Vz'] })

const Transports = z.array(z.string().regex(/^[a-z-]{1,20}$/)).max(10)
const Known = z.object({ id: z.string(), transports: z.array(z.string()) })

/** What a machine is asked to sign with one of these or, where none is named, with any that it has for us. */
export const PasskeyAsked = z.object({ challenge: z.string(), rpId: z.string(), allow: z.array(Known) })
export type PasskeyAsked = z.output<typeof PasskeyAsked>

/** What a machine signed. */
export const PasskeyAnswer = z.strictObject({
  id: Bytes(1_400),
  clientDataJSON: Bytes(4_096),
  authenticatorData: Bytes(4_096),
  signature: Bytes(8_192),
  userHandle: Bytes(200).optional(),
})
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>

/** What a machine is asked to make a passkey for. */
export const NewPasskeyAsked = z.object({
  challenge: z.string(),
  rpId: z.string(),
  userHandle: z.string(),
  /** Of those that are there already no machine makes a second one. */
  exclude: z.array(Known),
})

/** What a machine made. */
export const NewPasskey = z.strictObject({
  id: Bytes(1_400),
  clientDataJSON: Bytes(4_096),
  attestationObject: Bytes(16_384),
  transports: Transports.default([]),
})
export type NewPasskey = z.output<typeof NewPasskey>
