import { z } from 'zod'
import { Uuid } from './wire.ts'

export const leftKinds = ['WATCH', 'PERSON', 'BRANCH'] as const

/** What somebody else has to take over before an account may go: a watch or a person they are responsible for, or a branch or a watch whose alarms would reach nobody. */
export const Left = z.object({ kind: z.enum(leftKinds), uuid: Uuid, name: z.string() })
export type Left = z.output<typeof Left>

/** Beside the text of a refusal. */
export const HandOver = z.object({ handOver: z.array(Left) })
