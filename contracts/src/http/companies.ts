import { z } from 'zod'
import { IdleMinutes } from '../idle.ts'
import { permissions } from '../permissions.ts'
import { SourcePinning } from '../proof.ts'
import { TwoStepRole, twoStepRoles } from '../roles.ts'
import { Instant, Uuid } from '../wire.ts'
import { HouseRoutine } from '../routines.ts'
import { HouseLimits, ShownHouseLimits } from './house-limits.ts'
import { endpoint, nothing, paging, Total } from './endpoint.ts'
import { Named, optionalText, PersonKey, required, requiredText } from './fields.ts'

export const Company = z
  .object({
    uuid: Uuid,
    name: z.string(),
    code: z.string(),
    address: z.string().nullable(),
    manager: Named.nullable(),
    bookmarkValues: z.array(z.string()),
    /** What its watches over plain TCP are sent from networks that they are not known by. */
    sourcePinning: SourcePinning,
    /** Of whom a second step is asked at the sign-in. */
    twoStepRoles: z.array(TwoStepRole),
    /** After how many minutes without a touch a sign-in of theirs ends, by role, where the company says so. */
    idleMinutes: IdleMinutes,
    /** So many days its devices are heard after it, or a branch of it, became inactive. */
    graceDays: z.int(),
    isActive: z.boolean(),
    /** Of one that is inactive: from then on its devices are refused. */
    heardUntil: Instant.nullable(),
    createdAt: Instant,
    /** Sent back with a change, it is refused when somebody else changed the company meanwhile. */
    updatedAt: Instant,
  })
  .meta({ id: 'Company' })
export type Company = z.output<typeof Company>

/** For longer nobody waits. */
export const MAX_GRACE_DAYS = 365

const byUuid = z.object({ uuid: Uuid })
const answer = z.object({
  company: Company.extend({
    limits: ShownHouseLimits,
    /** Left out by the version before. */
    routine: HouseRoutine.optional(),
  }),
})

const fields = {
  name: requiredText(100),
  code: requiredText(32),
  address: optionalText(300).nullable(),
  /** By uuid, user name or e-mail address: a manager of this company or, for an administrator, of none yet. */
  manager: PersonKey.nullable(),
  bookmarkValues: z.array(requiredText(50)).max(50, { error: 'tooMany' }),
  limits: HouseLimits,
  routine: HouseRoutine,
  sourcePinning: SourcePinning,
  twoStepRoles: z.array(TwoStepRole).max(twoStepRoles.length, { error: 'tooMany' }),
  idleMinutes: IdleMinutes,
  /** An administrator says it. */
  graceDays: z
    .int({ error: 'number' })
    .min(0, { error: 'tooSmall' })
    .max(MAX_GRACE_DAYS, { error: 'tooLarge' }),
}

export const allCompanies = endpoint({
  method: 'GET',
  path: '/company/all',
  summary: 'Every company in your scope',
  allow: permissions.seeCompanies,
  byKey: 'company:read',
  query: z.strictObject(paging),
  reply: z.object({ companies: z.array(Company), total: Total }),
})

export const companyDetails = endpoint({
  method: 'GET',
  path: '/company/details/:uuid',
  summary: 'One company with its limits and how much belongs to it',
  allow: permissions.seeCompanies,
  byKey: 'company:read',
  params: byUuid,
  reply: answer.extend({ counts: z.object({ branches: z.int(), people: z.int(), devices: z.int() }) }),
})

export const newCompany = endpoint({
  method: 'POST',
  path: '/company/new',
  summary: 'Take in a company',
  allow: permissions.manageCompanies,
  byKey: null,
  body: z.strictObject(fields).partial().extend({ name: fields.name, code: fields.code }),
  reply: answer,
})

export const updateCompany = endpoint({
  method: 'POST',
  path: '/company/update/:uuid',
  summary: 'Change a company: those fields named; the lists, the limits and the routine are replaced whole',
  allow: permissions.updateCompanies,
  byKey: null,
  params: byUuid,
  body: z.strictObject(fields).partial().extend({ updatedAt: Instant.optional() }),
  reply: answer,
})

export const companyStatusChange = endpoint({
  method: 'POST',
  path: '/company/statusChange',
  summary:
    'Say that a company is a customer, or no longer: then nobody of it is let in, and its devices are heard for its days of grace',
  allow: permissions.manageCompanies,
  byKey: null,
  body: z.strictObject({ uuid: Uuid, isActive: z.boolean(required) }),
  reply: answer,
})

export const deleteCompany = endpoint({
  method: 'DELETE',
  path: '/company/delete/:uuid',
  aliases: [{ method: 'POST' }],
  summary: 'Delete a company to which nobody and nothing belongs any more',
  allow: permissions.manageCompanies,
  byKey: null,
  params: byUuid,
  reply: nothing,
})
