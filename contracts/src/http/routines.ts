import { z } from 'zod'
import { permissions } from '../permissions.ts'
import {
  dayOrder,
  HouseRoutine,
  isDay,
  isWithinDay,
  Routine,
  routineSources,
  withinDay,
} from '../routines.ts'
import { Instant, TimeOfDay, Uuid } from '../wire.ts'
import { emptyBody, endpoint } from './endpoint.ts'

const byUuid = z.object({ uuid: Uuid })

/** The account by which somebody says themselves that they are well; null: they have none. */
const OwnAccount = z.object({ name: z.string(), isYours: z.boolean() }).nullable()

/** Who says each part of it. */
const RoutineFrom = z.object({ inactivity: z.enum(routineSources), checkIn: z.enum(routineSources) })

const RoutineReply = z.object({
  routine: Routine,
  /** Left out by the version before, as what follows. */
  from: RoutineFrom.optional(),
  /** What their branch, else their company says: it holds where nothing is said of the person. */
  inherited: z.object({ routine: Routine, from: RoutineFrom }).optional(),
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
  byKey: 'people:read',
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
  byKey: null,
  reply: CheckIn,
})

export const checkIn = endpoint({
  method: 'POST',
  path: '/wearers/checkIn',
  summary: 'You are well: whoever is under care says so themselves, by the account that is theirs',
  done: 'done.checkedIn',
  allow: permissions.anything,
  byKey: null,
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
  byKey: null,
  params: byUuid,
  body: z.strictObject({ isYou: z.boolean() }),
  reply: z.object({ ownAccount: OwnAccount }),
})

const Tried = z.object({
  /** Since when something can be known: since they wear a watch, and to a family since they are related to them. */
  from: Instant,
  to: Instant,
  total: z.int(),
  /** How many of them are of something that a person marked as a false alarm. */
  markedFalse: z.int(),
  alarms: z.array(z.object({ openedAt: Instant, clearedAt: Instant.nullable() })),
  /** Of how many signs it is known; none: nothing can be said. */
  signs: z.int(),
})

export const tryRoutine = endpoint({
  method: 'POST',
  path: '/wearers/routine/try/:uuid',
  summary:
    'How often it would have been told in the last 14 days that somebody did not move for so long, by the rule that judges live: by steps, rooms and what was pressed',
  allow: permissions.changeWearers,
  byKey: null,
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
  reply: Tried,
})

const checkInBody = z.strictObject({ checkInBy: TimeOfDay })

export const tryCheckIn = endpoint({
  method: 'POST',
  path: '/wearers/routine/tryCheckIn/:uuid',
  summary:
    'How often it would have been told in the last 14 days that somebody had not said by that time that they are well, by the rule that judges live',
  allow: permissions.changeWearers,
  byKey: null,
  limit: { calls: 60, minutes: 1 },
  params: byUuid,
  body: checkInBody,
  reply: Tried,
})

/** So many of the people of a house are looked at: a fortnight of each is work. */
export const TRY_PEOPLE_MAX = 100

const TriedOfMany = z.object({
  total: z.int(),
  markedFalse: z.int(),
  /** Of how many people it would have been told, and of how many anything is known. */
  people: z.int(),
  known: z.int(),
})

const houseReply = z.object({
  from: Instant,
  to: Instant,
  /** How many were looked at, of how many for whom it would hold. */
  tried: z.int(),
  people: z.int(),
  /** Null: nothing was asked of it. */
  inactivity: TriedOfMany.nullable(),
  checkIn: TriedOfMany.nullable(),
})

const houseTry = {
  method: 'POST',
  summary:
    'How often it would have been told in the last 14 days of those who are here and of whom nothing is said by name, at most of 100 of them, drawn evenly',
  limit: { calls: 10, minutes: 1 },
  params: byUuid,
  body: HouseRoutine,
  reply: houseReply,
} as const

export const tryBranchRoutine = endpoint({
  ...houseTry,
  path: '/branch/routine/try/:uuid',
  allow: permissions.manageBranches,
  byKey: null,
})

export const tryCompanyRoutine = endpoint({
  ...houseTry,
  path: '/company/routine/try/:uuid',
  allow: permissions.updateCompanies,
  byKey: null,
})

export const updateWearerRoutine = endpoint({
  method: 'POST',
  path: '/wearers/routine/:uuid',
  summary:
    'Say what somebody’s day is like: after how long without a sign by day, in minutes, it is told; null: never; or that it is as their branch and company say',
  allow: permissions.changeWearers,
  byKey: 'people:write',
  params: byUuid,
  body: z
    .strictObject({
      ...Routine.shape,
      /** What is said here of this part does not count: the branch, else the company says it. */
      asHouse: z.strictObject({ inactivity: z.boolean(), checkIn: z.boolean() }).optional(),
      updatedAt: Instant.nullable().optional(),
    })
    .refine(isDay, dayOrder)
    .refine(isWithinDay, withinDay),
  reply: RoutineReply,
})
