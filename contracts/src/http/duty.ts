import { z } from 'zod'
import { permissions } from '../permissions.ts'
import { EndInstant, Instant, Uuid } from '../wire.ts'
import { endpoint } from './endpoint.ts'
import { Named } from './fields.ts'

/** A week, and a day to hand over. */
export const MAX_DUTY_HOURS = 192
export const MAX_DUTIES = 500

export const Duty = z
  .object({
    uuid: Uuid,
    user: z.object({ uuid: Uuid, name: z.string() }),
    from: Instant,
    to: Instant,
    /** On duty now. */
    isNow: z.boolean(),
  })
  .meta({ id: 'Duty' })
export type Duty = z.output<typeof Duty>

export const duties = endpoint({
  method: 'GET',
  path: '/duty',
  summary: 'Who is on duty in a branch, now and later; once it keeps a list, alarms go to those alone',
  allow: permissions.seeDuties,
  byKey: 'duties:read',
  query: z.strictObject({ branch: Uuid }),
  reply: z.object({
    duties: z.array(Duty),
    /** It keeps a list, and nobody is on duty now: its alarms skip the nurses. */
    isUnattended: z.boolean(),
  }),
})

const hoursOf = ({ from, to }: { from: Date; to: Date }): number => (Number(to) - Number(from)) / 3_600_000

/** At most this many of one's own, and of the branches that nobody looks after, are told on a home. */
export const MAX_DUTIES_NOW = 20

export const dutyNow = endpoint({
  method: 'GET',
  path: '/duty/now',
  summary:
    'Your own duties, now and later, and the branches in your scope where nobody is on duty though somebody should be',
  allow: permissions.seeDuties,
  byKey: 'duties:read',
  reply: z.object({
    mine: z.array(Duty.extend({ branch: Named })),
    unattended: z.array(Named),
    /** Some branch in your scope says who is on duty: whoever is not there is not told. */
    isListKept: z.boolean(),
  }),
})

export const newDuty = endpoint({
  method: 'POST',
  path: '/duty',
  summary: 'Put somebody of the staff on duty in a branch',
  allow: permissions.manageDuties,
  byKey: 'duties:write',
  body: z
    .strictObject({ branchUUID: Uuid, userUUID: Uuid, from: Instant, to: EndInstant })
    .refine((duty) => hoursOf(duty) > 0, { error: 'endBeforeStart', path: ['to'] })
    .refine((duty) => hoursOf(duty) <= MAX_DUTY_HOURS, { error: 'dutyTooLong', path: ['to'] }),
  reply: z.object({ duty: Duty }),
})

export const endDuty = endpoint({
  method: 'DELETE',
  path: '/duty/:uuid',
  summary: 'Take somebody off duty: from now on, or altogether where it had not begun',
  allow: permissions.manageDuties,
  byKey: 'duties:write',
  params: z.object({ uuid: Uuid }),
  reply: z.null(),
})

export const handOverDuty = endpoint({
  method: 'POST',
  path: '/duty/handover',
  summary: 'Hand a duty over: it ends now, and somebody else is on duty until its end',
  allow: permissions.manageDuties,
  byKey: 'duties:write',
  body: z.strictObject({ dutyUUID: Uuid, userUUID: Uuid }),
  reply: z.object({ duty: Duty }),
})

export const stopDuties = endpoint({
  method: 'POST',
  path: '/duty/stop',
  summary:
    'Keep no list any more: what stands on it is struck out, and alarms go to all nurses of the branch again',
  allow: permissions.manageDuties,
  byKey: 'duties:write',
  body: z.strictObject({ branchUUID: Uuid }),
  reply: z.null(),
})
