import { z } from 'zod'
import { settingBounds } from './settings.ts'
import { Uuid } from './wire.ts'

/** So many devices one job takes. */
export const FLEET_JOB_MAX = 25_000
/** So many of those that failed are named. */
export const FLEET_FAILURES_MAX = 50

/** What many watches can be told at once. */
export const fleetCommands = ['MEASURE', 'LOCATE'] as const

const minutes = z
  .int()
  .min(settingBounds.locationIntervalMinutes.min, { error: 'tooSmall' })
  .max(settingBounds.locationIntervalMinutes.max, { error: 'tooLarge' })

/** What can be done with many devices at once: each as it is done with one. */
export const FleetAction = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ACTIVE'), isActive: z.boolean() }),
  z.strictObject({ kind: z.literal('MOVE'), branchUuid: Uuid }),
  /** How often they say where they are: they are set to it. */
  z.strictObject({ kind: z.literal('INTERVAL'), locationIntervalMinutes: minutes }),
  z.strictObject({ kind: z.literal('COMMAND'), command: z.enum(fleetCommands) }),
])
export type FleetAction = z.output<typeof FleetAction>

/** A command that was sent is not taken back. */
export const isUndoable = ({ kind }: FleetAction): boolean => kind !== 'COMMAND'
