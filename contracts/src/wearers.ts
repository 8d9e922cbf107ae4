import { z } from 'zod'
import { Uuid } from './wire.ts'

/** Where a person under care is in their stay. */
export const wearerStatuses = ['ACTIVE', 'AWAY', 'LEFT', 'DECEASED'] as const
export const WearerStatus = z.enum(wearerStatuses)
export type WearerStatus = z.output<typeof WearerStatus>

export const sexes = ['male', 'female', 'other'] as const

export const fallRisks = ['LOW', 'MEDIUM', 'HIGH'] as const

/** Why somebody no longer wears a watch. */
export const assignmentEnds = ['TAKEN_BACK', 'HANDED_OVER', 'RESET', 'MOVED', 'DELETED', 'ERASED'] as const
export const AssignmentEnd = z.enum(assignmentEnds)
export type AssignmentEnd = z.output<typeof AssignmentEnd>

export const assignmentStates = ['PLANNED', 'PRESENT', 'OVER'] as const
export const AssignmentState = z.enum(assignmentStates)
export type AssignmentState = z.output<typeof AssignmentState>

/** Where somebody lies. */
const Bedside = z.object({ room: z.string().nullable(), bed: z.string().nullable() })

/** Whom something is about, as every screen and message names them: the person first, then where they lie. */
export const WearerSummary = z
  .object({
    uuid: Uuid,
    /** Whole; for a family what they call this person themselves. */
    name: z.string(),
    /** Of the house that the row is of: where they live by now elsewhere is not its business. */
    room: z.string().nullable(),
    bed: z.string().nullable(),
    imageUrl: z.string().nullable(),
    status: WearerStatus,
    /** Of an alarm and what is made of it: where they lay when it happened, where that was written down. */
    bedsideThen: Bedside.nullish(),
  })
  .meta({ id: 'WearerSummary' })
export type WearerSummary = z.output<typeof WearerSummary>
