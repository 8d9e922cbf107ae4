import { z } from 'zod'
import { MAX_PASSKEY_NAME, NewPasskey, NewPasskeyAsked, PasskeyAnswer, PasskeyAsked } from '../passkeys.ts'
import { KnownPassword } from '../passwords.ts'
import { Instant, Uuid } from '../wire.ts'
import { CurrentUser } from './auth.ts'
import { emptyBody, endpoint, nothing } from './endpoint.ts'
import { requiredText } from './fields.ts'

export const Passkey = z
  .object({ uuid: Uuid, name: z.string(), createdAt: Instant, lastUsedAt: Instant.nullable() })
  .meta({ id: 'Passkey' })
export type Passkey = z.output<typeof Passkey>

export const ownPasskeys = endpoint({
  method: 'GET',
  path: '/auth/passkeys',
  summary: 'Your passkeys; `isPossible`: false where this installation has no address that they work at',
  allow: 'signedIn',
  byKey: null,
  reply: z.object({ passkeys: z.array(Passkey), isPossible: z.boolean() }),
})

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys/begin',
  summary: 'What a machine needs to make a passkey, good for five minutes; the password is asked for',
  allow: 'signedIn',
  byKey: null,
  beforeTwoStep: true,
  body: z.strictObject({ password: KnownPassword }),
  reply: NewPasskeyAsked,
})

export const newPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys/new',
  summary: 'Keep the passkey that a machine made',
  allow: 'signedIn',
  byKey: null,
  beforeTwoStep: true,
  body: z.strictObject({ name: requiredText(MAX_PASSKEY_NAME), passkey: NewPasskey }),
  reply: z.object({ passkey: Passkey }),
})

export const removePasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys/remove/:uuid',
  summary: 'Sign in by this passkey no longer; the password is asked for',
  allow: 'signedIn',
  byKey: null,
  params: z.object({ uuid: Uuid }),
  body: z.strictObject({ password: KnownPassword }),
  reply: nothing,
})

export const askForPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys/ask',
  summary:
    'What a machine is asked to sign, to sign in by a passkey without a password: once, within five minutes',
  allow: 'anyone',
  byKey: null,
  limit: { calls: 100, minutes: 10 },
  body: emptyBody,
  reply: PasskeyAsked,
})

export const loginByPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkeys/login',
  summary: 'Sign in by a passkey, whose person was verified by their machine',
  allow: 'anyone',
  byKey: null,
  limit: { calls: 100, minutes: 10 },
  body: z.strictObject({ passkey: PasskeyAnswer, browser: Uuid.optional() }),
  reply: z.object({ token: z.string(), user: CurrentUser }),
})
