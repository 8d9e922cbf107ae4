import { z } from 'zod'

/** Where a person under care is in their stay. */
export const wearerStatuses = ['ACTIVE', 'AWAY', 'LEFT', 'DECEASED'] as const
export const WearerStatus = z.enum(wearerStatuses)
export type WearerStatus = z.output<typeof WearerStatus>

export const sexes = ['male', 'female', 'other'] as const

/** Why somebody no longer wears a watch. */
export const assignmentEnds = ['TAKEN_BACK', 'HANDED_OVER', 'RESET', 'MOVED', 'DELETED', 'ERASED'] as const
export const AssignmentEnd = z.enum(assignmentEnds)
export type AssignmentEnd = z.output<typeof AssignmentEnd>
