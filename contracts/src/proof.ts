import { z } from 'zod'

/**
 * What a watch that says no password may be sent from a network that it is not known by.
 * OFF: everything. WARN: nothing of its wearer, until it is at home there. STRICT: nothing of its wearer, until somebody says that it is its own.
 */
export const sourcePinnings = ['OFF', 'WARN', 'STRICT'] as const
export const SourcePinning = z.enum(sourcePinnings)
export type SourcePinning = z.output<typeof SourcePinning>

/** How a watch was proven to be itself. */
export const proofs = ['PASSWORD', 'PAIRED', 'FIRST_CONTACT', 'ACCEPTED', 'REPORTED_BEFORE'] as const
export const Proof = z.enum(proofs)
export type Proof = z.output<typeof Proof>

/** Why two are thought to say that they are one watch. */
export const conflictReasons = ['CONNECTIONS', 'TAKE_OVERS', 'PLACES'] as const
export const ConflictReason = z.enum(conflictReasons)
export type ConflictReason = z.output<typeof ConflictReason>

/** What became of a claim to a watch that another has registered: decided, or registered meanwhile by who claimed it. */
export const claimStatuses = ['OPEN', 'GIVEN', 'KEPT', 'REGISTERED'] as const
export const ClaimStatus = z.enum(claimStatuses)
export type ClaimStatus = z.output<typeof ClaimStatus>

/** So long after it was registered the first contact of a watch proves that it is itself. */
export const FIRST_CONTACT_WITHIN_MS = 24 * 3_600_000
/** So long a code on the screen of a watch is good. */
export const PAIRING_MS = 10 * 60_000
export const PAIRING_TRIES = 5
export const PairingCode = z
  .string()
  .regex(/^\d{6}$/, { error: 'invalid' })
  .meta({ examples: ['123456'] })
