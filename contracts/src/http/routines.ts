import { z } from 'zod'
import { permissions } from '../permissions.ts'
import { dayOrder, isDay, isWithinDay, Routine, withinDay } from '../routines.ts'
import { Instant, TimeOfDay, Uuid } from '../wire.ts'
import { emptyBody, endpoint } from './endpoint.ts'

const byUuid = z.object({ uuid: Uuid })

/** The account by which somebody says themselves that they are well; null: they have none. */
const OwnAccount = z.object({ name: z.string(), isYours: z.boolean() }).nullable()

const RoutineReply = z.object({
  routine: Routine,
  /** Left out by the version before. */
  ownAccount: OwnAccount.optional(),
  /** You may say that this person is you. */
  mayBeYou: z.boolean().optional(),
  /** When they said last that they are well. */
  checkedInAt: Instant.nullable(),
  /** Null: nobody wrote it down yet. Sent back with a change, it is refused when somebody else changed it meanwhile. */
  updatedAt: Instant.nullable(),
})

export const wearerRoutine = endpoint({
  method: 'GET',
  path: '/wearers/routine/:uuid',
  summary: 'What somebody’s day is like, and what is told where it is not so',
  allow: permissions.seeDevices,
  params: byUuid,
  reply: RoutineReply,
})

const CheckIn = z.object({
  /** Until when they are asked each day, and when they said so last; null: nobody asks them. */
  checkIn: z.object({ by: TimeOfDay, checkedInAt: Instant.nullable() }).nullable(),
})

export const ownCheckIn = endpoint({
  method: 'GET',
  path: '/wearers/checkIn',
  summary: 'Whether you are asked to say each day that you are well',
  allow: permissions.anything,
  reply: CheckIn,
})

export const checkIn = endpoint({
  method: 'POST',
  path: '/wearers/checkIn',
  summary: 'You are well: whoever is under care says so themselves, by the account that is theirs',
  done: 'done.checkedIn',
  allow: permissions.anything,
  body: emptyBody,
  reply: CheckIn,
})

export const setOwnAccount = endpoint({
  method: 'POST',
  path: '/wearers/ownAccount/:uuid',
  summary:
    'Whoever is responsible for a person says that they are that person themselves, and so says by a tap that they are well; it is taken back by whoever may change the person',
  done: 'done.saved',
  allow: permissions.changeWearers,
  params: byUuid,
  body: z.strictObject({ isYou: z.boolean() }),
  reply: z.object({ ownAccount: OwnAccount }),
})

export const tryRoutine = endpoint({
  method: 'POST',
  path: '/wearers/routine/try/:uuid',
  summary:
    'How often it would have been told in the last 14 days that somebody did not move for so long, by the rule that judges live: by steps, rooms and what was pressed',
  allow: permissions.changeWearers,
  limit: { calls: 60, minutes: 1 },
  params: byUuid,
  body: z
    .strictObject({
      inactivityMinutes: Routine.shape.inactivityMinutes.unwrap(),
      dayFrom: Routine.shape.dayFrom,
      dayTo: Routine.shape.dayTo,
    })
    .refine(isDay, dayOrder)
    .refine(isWithinDay, withinDay),
  reply: z.object({
    /** Since when something can be known: since they wear a watch, and to a family since they are related to them. */
    from: Instant,
    to: Instant,
    total: z.int(),
    /** How many of them are of something that a person marked as a false alarm. */
    markedFalse: z.int(),
    alarms: z.array(z.object({ openedAt: Instant, clearedAt: Instant.nullable() })),
    /** Of how many signs it is known; none: nothing can be said. */
    signs: z.int(),
  }),
})

export const updateWearerRoutine = endpoint({
  method: 'POST',
  path: '/wearers/routine/:uuid',
  summary:
    'Say what somebody’s day is like: after how long without a sign by day, in minutes, it is told; null: never',
  allow: permissions.changeWearers,
  params: byUuid,
  body: z
    .strictObject({ ...Routine.shape, updatedAt: Instant.nullable().optional() })
    .refine(isDay, dayOrder)
    .refine(isWithinDay, withinDay),
  reply: RoutineReply,
})
