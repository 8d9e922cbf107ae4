import type { Seen } from './environment/check.ts'
import type { TestEnvironment, EnvironmentName, EnvironmentOptions } from './environment/environment.ts'
import { type Under, underFault } from './environment/under-fault.ts'

/** What was looked at beside the usual, and whether it was as it must be. */
export type Claim = { what: string; holds: boolean; seen: string }

export type Finding = {
  seen?: Seen
  claims?: Claim[]
}

/** One fault, and what must hold while it lasts and after it. */
export type Case = {
  name: string
  /** In one sentence, for the table. */
  fault: string
  /** One that others share, by its name, or one made for it; unset: the usual one. */
  environment?: EnvironmentName | EnvironmentOptions
  /** Why it cannot be tried on this machine. */
  cannot?: () => string | undefined
  run: (environment: TestEnvironment, seed: number) => Promise<Finding>
}

export const claim = (what: string, holds: boolean, seen: string | number): Claim => ({
  what,
  holds,
  seen: String(seen),
})

type Disturb = (environment: TestEnvironment) => Promise<unknown>

/** A case that is a disturbance under load and nothing more. */
export const under = (
  [name, fault]: readonly [name: string, fault: string],
  disturb: Disturb,
  { environment, ...how }: Under & Pick<Case, 'environment'> = {},
): Case => ({
  name,
  fault,
  ...(environment && { environment }),
  run: async (on) => ({ seen: await underFault(on, () => disturb(on), how) }),
})
