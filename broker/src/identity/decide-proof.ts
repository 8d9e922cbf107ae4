import { FIRST_CONTACT_WITHIN_MS, type Proof, type SourcePinning } from '@carewatch/contracts/proof'
import { SILENT_MS } from './claimant.ts'

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
  /** It is connected at another node. */
  isElsewhere: boolean
  /** When a connection that is known to be it was last heard here, if one is still open. */
  receivedAt: number | null
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
function hasMoved({ now, networks, from, isElsewhere, receivedAt, conflictAt }: SignInFacts): boolean {
  const here = networks.find(({ network }) => network === from)
  if (!here || isElsewhere || receivedAt !== null || now - here.firstSeenAt < MOVED_AFTER_MS) return false
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
  // Of a device that was known before its networks were, the first is its own, unless it is here already: a dead connection is not.
  const isHere = facts.isElsewhere || (facts.receivedAt !== null && facts.now - facts.receivedAt < SILENT_MS)
  const isFirst = networks.length === 0 && !isHere
  return isFirst || hasMoved(facts) ? LEARNED : UNPROVEN
}

/** Whether all that speaks against it is that another node has the device: one that died has it a while longer. */
export const hangsOnNode = (facts: SignInFacts): boolean =>
  facts.isElsewhere && !decideProof(facts).isProven && decideProof({ ...facts, isElsewhere: false }).isProven
