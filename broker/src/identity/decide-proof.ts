import { FIRST_CONTACT_WITHIN_MS, type Proof, type SourcePinning } from '@carewatch/contracts/proof'

export type KnownNetwork = { network: string; firstSeenAt: number; lastSeenAt: number; isKnown: boolean }

/** What is known of a device when somebody says over a plain socket that they are it. Times in milliseconds since 1970. */
export type SignInFacts = {
  now: number
  /** When it was registered, or given to whoever wears it. */
  givenAt: number
  proof: Proof | null
  pinning: SourcePinning
  networks: readonly KnownNetwork[]
  /** The network of this connection. */
  from: string
  /** It is connected from a network that it is known by, or at another node. */
  isElsewhere: boolean
  conflictAt: number | null
}
/** Whether this connection is the device's; whether its network is from now on; and what it proves. */
export type ProofResult = { isProven: boolean; isLearned: boolean; proof: Proof | null }

const MOVED_AFTER_MS = 24 * 3_600_000

const UNPROVEN: ProofResult = { isProven: false, isLearned: false, proof: null }
const PROVEN: ProofResult = { isProven: true, isLearned: false, proof: null }
const LEARNED: ProofResult = { isProven: true, isLearned: true, proof: null }

/** Nobody but the watch that was just registered is expected to say its number: the first who does is believed, unless a second one does. */
function firstContact({ now, givenAt, pinning, networks, from, conflictAt }: SignInFacts): ProofResult {
  const isAlone = networks.every(({ network }) => network === from)
  const isExpected = pinning !== 'STRICT' && now - givenAt <= FIRST_CONTACT_WITHIN_MS
  return isExpected && isAlone && conflictAt === null ? { ...LEARNED, proof: 'FIRST_CONTACT' } : UNPROVEN
}

/** It went: for a day it has been heard from here, and from nowhere that it was known by. */
function hasMoved({ now, networks, from, isElsewhere, conflictAt }: SignInFacts): boolean {
  const here = networks.find(({ network }) => network === from)
  if (!here || isElsewhere || now - here.firstSeenAt < MOVED_AFTER_MS) return false
  if (conflictAt !== null && conflictAt >= here.firstSeenAt) return false
  return networks.every(({ isKnown, lastSeenAt }) => !isKnown || now - lastSeenAt >= MOVED_AFTER_MS)
}

/** Whether a connection that names a device and has no password is that device's. */
export function decideProof(facts: SignInFacts): ProofResult {
  const { proof, pinning, networks, from } = facts
  if (proof === null) return firstContact(facts)
  if (networks.some(({ network, isKnown }) => network === from && isKnown)) return PROVEN
  if (pinning === 'OFF') return PROVEN
  if (pinning === 'STRICT') return UNPROVEN
  // Of a device that was known before its networks were, the first is its own.
  const isFirst = networks.length === 0 && !facts.isElsewhere
  return isFirst || hasMoved(facts) ? LEARNED : UNPROVEN
}
