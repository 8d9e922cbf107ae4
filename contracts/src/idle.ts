import { z } from 'zod'
import { type Role, type TwoStepRole, twoStepRoles } from './roles.ts'

/** Nobody is asked more often whether they are still there, and no sign-in lasts longer than a shift. */
export const MIN_IDLE_MINUTES = 15
export const MAX_IDLE_MINUTES = 720

/**
 * After so many minutes without a touch a sign-in of a role ends, where its company says nothing else. A board rings for people who look at it and do not
 * touch it: it goes on for the shift, which is as long as a sign-in lasts at all. Whoever may change everything is asked sooner.
 */
export const idleMinutes: Record<Role, number> = {
  ADMIN: 60,
  MANAGER: MAX_IDLE_MINUTES,
  SUPERVISOR: MAX_IDLE_MINUTES,
  OWNER: MAX_IDLE_MINUTES,
  RELATIVE: MAX_IDLE_MINUTES,
  USER: MAX_IDLE_MINUTES,
  MONITOR: MAX_IDLE_MINUTES,
  BRANCH_MONITOR: MAX_IDLE_MINUTES,
  COMPANY_MONITOR: MAX_IDLE_MINUTES,
}

/** A touch is noted at most this often: a sign-in ends up to so many minutes later than it would have, and never earlier. */
export const ACTED_WITHIN_MINUTES = 5

const Minutes = z
  .int({ error: 'number' })
  .min(MIN_IDLE_MINUTES, { error: 'tooSmall' })
  .max(MAX_IDLE_MINUTES, { error: 'tooLarge' })

/** What a company says of its staff's roles; those that are not named keep what they have. */
export const IdleMinutes = z
  .strictObject(
    // Safe: each of these roles, with the same schema.
    Object.fromEntries(twoStepRoles.map((role) => [role, Minutes])) as Record<TwoStepRole, typeof Minutes>,
  )
  .partial()
  .meta({ id: 'IdleMinutes', examples: [{ MANAGER: 60 }] })
export type IdleMinutes = z.output<typeof IdleMinutes>
