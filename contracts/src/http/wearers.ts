import { z } from 'zod'
import { Language } from '../languages.ts'
import { permissions } from '../permissions.ts'
import { AssignmentEnd, AssignmentState, fallRisks, sexes, WearerStatus } from '../wearers.ts'
import { EndInstant, Instant, Uuid } from '../wire.ts'
import { endpoint, paging, Total } from './endpoint.ts'
import { Named, optionalText, requiredText } from './fields.ts'

const NAME_MAX = 100
const BED_MAX = 32
const FACT_MAX = 2_000

const WornDevice = z.object({
  uuid: Uuid,
  imei: z.string(),
  name: z.string(),
  since: Instant,
  /** Null: until somebody ends it; else it is planned to end then. */
  until: Instant.nullable(),
})

export const Wearer = z
  .object({
    uuid: Uuid,
    firstName: z.string(),
    lastName: z.string(),
    imageUrl: z.string().nullable(),
    dob: z.string().nullable(),
    sex: z.enum(sexes).nullable(),
    language: Language.nullable(),
    status: WearerStatus,
    awayReason: z.string().nullable(),
    awayUntil: Instant.nullable(),
    company: Named.nullable(),
    branch: Named.nullable(),
    room: Named.nullable(),
    bed: z.string().nullable(),
    /** What they wear now. */
    devices: z.array(WornDevice),
    /** Made of a watch and its owner: somebody has to look whether it is they who wear it. */
    toCheck: z.boolean(),
    createdAt: Instant,
    /** Sent back with a change, it is refused when somebody else changed them meanwhile. */
    updatedAt: Instant,
  })
  .meta({ id: 'Wearer' })
export type Wearer = z.output<typeof Wearer>

const Assignment = z.object({
  uuid: Uuid,
  device: Named.extend({ imei: z.string() }),
  startedAt: Instant,
  /** Null: until somebody ends it. */
  endedAt: Instant.nullable(),
  end: AssignmentEnd.nullable(),
  /** Planned: it begins then. Present, with an end: it is planned to end then. */
  state: AssignmentState,
  /** Null: the system. */
  startedBy: z.string().nullable(),
  endedBy: z.string().nullable(),
})

const byUuid = z.object({ uuid: Uuid })
const wearerAnswer = z.object({ wearer: Wearer })

export const allWearers = endpoint({
  method: 'GET',
  path: '/wearers/all',
  summary: 'The people under care in your scope, with a watch or without',
  allow: permissions.seeDevices,
  byKey: 'people:read',
  query: z.strictObject({
    ...paging,
    status: WearerStatus.optional(),
    branchUuid: Uuid.optional(),
    wearing: z.stringbool().optional(),
    toCheck: z.stringbool().optional(),
  }),
  reply: z.object({ wearers: z.array(Wearer), total: Total }),
})

export const wearerDetail = endpoint({
  method: 'GET',
  path: '/wearers/detail/:uuid',
  summary: 'One person under care',
  allow: permissions.seeDevices,
  byKey: 'people:read',
  params: byUuid,
  reply: wearerAnswer,
})

export const wearerAssignments = endpoint({
  method: 'GET',
  path: '/wearers/assignments/:uuid',
  summary: 'Which devices somebody wore, wears and is to wear from when until when, the newest first',
  allow: permissions.seeDevices,
  byKey: 'people:read',
  params: byUuid,
  reply: z.object({ assignments: z.array(Assignment) }),
})

const person = {
  firstName: requiredText(NAME_MAX),
  lastName: optionalText(NAME_MAX),
  dob: z.iso.date().nullable(),
  sex: z.enum(sexes).nullable(),
  language: Language.nullable(),
}
const stay = {
  /** A room of their branch. */
  roomId: Uuid.nullable(),
  bed: optionalText(BED_MAX).nullable(),
}

export const newWearer = endpoint({
  method: 'POST',
  path: '/wearers/new',
  summary: 'Write down a person under care; an administrator says of which company',
  allow: permissions.manageWearers,
  byKey: 'people:write',
  body: z.strictObject({
    firstName: person.firstName,
    ...z
      .object({ ...person, ...stay })
      .omit({ firstName: true })
      .partial().shape,
    companyId: Uuid.optional(),
    branchId: Uuid.optional(),
  }),
  reply: wearerAnswer,
})

export const updateWearer = endpoint({
  method: 'POST',
  path: '/wearers/update/:uuid',
  summary:
    'Change what is known of a person under care: those fields named. An owner changes name, birth, sex and language',
  allow: permissions.changeWearers,
  byKey: 'people:write',
  params: byUuid,
  body: z
    .strictObject({
      ...person,
      ...stay,
      status: WearerStatus,
      awayReason: optionalText(NAME_MAX).nullable(),
      awayUntil: Instant.nullable(),
      branchId: Uuid,
      toCheck: z.literal(false),
      updatedAt: Instant,
    })
    .partial(),
  reply: wearerAnswer,
})

export const assignDevice = endpoint({
  method: 'POST',
  path: '/wearers/assign',
  summary:
    'They wear this device: from now on, or from and until when is said; one that another wears is handed over, and cleared of what was theirs. Dated back only where nothing was evaluated for who wore it since; in the future it is planned, and comes by itself. What is refused for its time says the earliest or latest that could be',
  allow: permissions.assignDevices,
  byKey: null,
  body: z
    .strictObject({
      wearerUUID: Uuid,
      deviceUUID: Uuid,
      /** Who wears it then, and no longer: refused when it is not they. */
      handOverFrom: Uuid.optional(),
      /** Left out: now. In the past for staff alone: what was nobody's since becomes theirs. */
      from: Instant.optional(),
      /** Left out: until somebody ends it. */
      until: EndInstant.optional(),
    })
    .refine(({ from, until }) => !from || !until || from < until, {
      error: 'endBeforeStart',
      path: ['until'],
    }),
  reply: wearerAnswer,
})

export const eraseWearer = endpoint({
  method: 'POST',
  path: '/wearers/erase/:uuid',
  summary:
    'Forget a person under care for good: who they are, where they were, and their name wherever it was written, on everything they ever wore; what they wear now is cleared',
  allow: permissions.eraseUsers,
  byKey: null,
  params: byUuid,
  reply: z.null(),
})

export const takeBackDevice = endpoint({
  method: 'POST',
  path: '/wearers/takeBack',
  summary:
    'Nobody wears this device any more, from now on or since or from when is said; it is cleared of what was theirs',
  allow: permissions.assignDevices,
  byKey: null,
  body: z.strictObject({
    deviceUUID: Uuid,
    /** Until when it was or is worn. Left out: now. In the past for staff alone: what it recorded since becomes nobody's. */
    until: EndInstant.optional(),
  }),
  reply: wearerAnswer,
})

export const cancelPlan = endpoint({
  method: 'POST',
  path: '/wearers/cancelPlan',
  summary:
    'Give up what is planned of an assignment: it does not begin, and who was to hand the device over goes on to wear it; or where it has begun, it does not end as was planned',
  allow: permissions.assignDevices,
  byKey: null,
  body: z.strictObject({ assignmentUUID: Uuid }),
  reply: wearerAnswer,
})

const fact = optionalText(FACT_MAX)

/** What has to be known of a person by whoever comes to help; an empty text: nobody wrote it down. */
export const CareFacts = z
  .object({
    conditions: fact,
    allergies: fact,
    medicines: fact,
    mobility: fact,
    hearingAndSight: fact,
    fallRisk: z.enum(fallRisks).nullable(),
    /** Null: nobody wrote it down. */
    doNotResuscitate: z.boolean().nullable(),
    howToGetIn: fact,
    healthOrganisation: optionalText(NAME_MAX),
    idNumber: optionalText(BED_MAX),
    notes: fact,
  })
  .meta({ id: 'CareFacts' })
export type CareFacts = z.output<typeof CareFacts>

/** The relatives with an account, for whoever says who of them reads this; for others none. */
const CareRelatives = z.array(Named.extend({ maySeeCare: z.boolean() }))

const CareReply = z.object({
  care: CareFacts,
  /** Null: nothing was written down yet. Sent back with a change, it is refused when somebody else changed them meanwhile. */
  updatedAt: Instant.nullable(),
  relatives: CareRelatives,
})

export const wearerCare = endpoint({
  method: 'GET',
  path: '/wearers/care/:uuid',
  summary:
    'What has to be known of a person by whoever comes to help. Each look is traced; monitors look at an open alarm, relatives where the owner says so',
  allow: permissions.seeCare,
  byKey: 'care:read',
  params: byUuid,
  query: z.strictObject({
    /** The alarm that makes one look. */
    alarm: Uuid.optional(),
  }),
  reply: CareReply,
})

export const updateWearerCare = endpoint({
  method: 'POST',
  path: '/wearers/care/:uuid',
  summary: 'Write down what has to be known of a person: those fields named',
  allow: permissions.changeWearers,
  byKey: 'care:write',
  params: byUuid,
  body: z.strictObject({ ...CareFacts.partial().shape, updatedAt: Instant.nullable().optional() }),
  reply: CareReply,
})

export const grantCare = endpoint({
  method: 'POST',
  path: '/wearers/grantCare/:uuid',
  summary: 'Let a relative read what has to be known of a person, or no longer',
  allow: permissions.changeWearers,
  byKey: null,
  params: byUuid,
  body: z.strictObject({ userUUID: Uuid, maySeeCare: z.boolean() }),
  reply: z.object({ relatives: CareRelatives }),
})
