import type { askForPasskey, beginPasskey } from '@carewatch/contracts/http/passkeys'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { type NewPasskey, type PasskeyAnswer, PasskeyAsked } from '@carewatch/contracts/passkeys'
import type { AuthenticatorTransport } from '@simplewebauthn/browser'
import { Failure } from '../http/failure.ts'

/** An address in figures is no name. */
const IS_NUMBER = /^[\d.]+$|:/

/** Browsers offer it over https, and on the machine itself, to an address with a name. */
export const mayHavePasskeys = (): boolean =>
  isSecureContext && 'PublicKeyCredential' in globalThis && !IS_NUMBER.test(location.hostname)

type Known = Reply<typeof askForPasskey>['allow'][number]
const described = ({ id, transports }: Known) => ({
  id,
  type: 'public-key' as const,
  // Safe: what a browser named itself, which ignores the names that it does not know.
  transports: transports as AuthenticatorTransport[],
})

/** Whoever turns the machine's question down has given nothing; nor has a machine that has no such passkey. */
async function orNothing<Answer>(work: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

export async function signWithPasskey(asked: PasskeyAsked): Promise<PasskeyAnswer | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { challenge, rpId, allow } = asked
  const optionsJSON = {
    challenge,
    rpId,
    userVerification: 'required' as const,
    timeout: 120_000,
    ...(allow.length > 0 && { allowCredentials: allow.map(described) }),
  }
  const signed = await orNothing(startAuthentication({ optionsJSON }))
  if (!signed) return undefined
  const { clientDataJSON, authenticatorData, signature, userHandle } = signed.response
  return { id: signed.id, clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
}

/** What this machine signs for whoever was refused for want of it; nothing where the server asked for none, or nobody gave it. */
export async function passkeyAskedBy(failure: unknown): Promise<PasskeyAnswer | undefined> {
  if (!(failure instanceof Failure) || !mayHavePasskeys()) return undefined
  const asked = PasskeyAsked.safeParse(failure.context['passkey']).data
  return asked && signWithPasskey(asked)
}

type Owner = { email: string; name: string }

export async function makePasskey(
  { challenge, rpId, userHandle, exclude }: Reply<typeof beginPasskey>,
  { email, name }: Owner,
): Promise<NewPasskey | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const made = await orNothing(
    startRegistration({
      optionsJSON: {
        challenge,
        rp: { id: rpId, name: 'Carewatch' },
        user: { id: userHandle, name: email, displayName: name },
        pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' as const })),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
        timeout: 120_000,
        excludeCredentials: exclude.map(described),
      },
    }),
  )
  if (!made) return undefined
  const { clientDataJSON, attestationObject, transports = [] } = made.response
  return { id: made.id, clientDataJSON, attestationObject, transports }
}
