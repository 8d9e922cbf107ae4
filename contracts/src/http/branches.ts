import { z } from 'zod'
import { permissions } from '../permissions.ts'
import { Instant, Uuid } from '../wire.ts'
import { endpoint, nothing, paging, Total } from './endpoint.ts'
import { HouseRoutine } from '../routines.ts'
import { HouseLimits, ShownHouseLimits } from './house-limits.ts'
import { Named, required, requiredText } from './fields.ts'

export const Branch = z
  .object({
    uuid: Uuid,
    name: z.string(),
    code: z.string(),
    company: Named,
    nurses: z.array(Named),
    /** What a room can be in, as this branch calls it. */
    roomStatuses: z.array(z.string()),
    timeZone: z.string(),
    isActive: z.boolean(),
    /** Of one that is inactive: from then on its devices are refused. */
    heardUntil: Instant.nullable(),
    /** It keeps a list of who is on duty, and nobody is: alarms skip its nurses. */
    isUnattended: z.boolean(),
    createdAt: Instant,
    /** Sent back with a change, it is refused when somebody else changed the branch meanwhile. */
    updatedAt: Instant,
  })
  .meta({ id: 'Branch' })
export type Branch = z.output<typeof Branch>

const byUuid = z.object({ uuid: Uuid })
const answer = z.object({ branch: Branch })

const fields = {
  name: requiredText(100),
  code: requiredText(32),
  timeZone: requiredText(64),
  roomStatuses: z.array(requiredText(50)).max(50, { error: 'tooMany' }),
  limits: HouseLimits,
  routine: HouseRoutine,
  /** Supervisors of the company. */
  nurses: z.array(Uuid).max(200, { error: 'tooMany' }),
}

export const allBranches = endpoint({
  method: 'GET',
  path: '/branch/all',
  summary: 'Every branch in your scope',
  allow: permissions.seeBranches,
  byKey: 'company:read',
  query: z.strictObject({ ...paging, companyUuid: Uuid.optional() }),
  reply: z.object({ branches: z.array(Branch), total: Total }),
})

export const branchDetails = endpoint({
  method: 'GET',
  path: '/branch/details/:uuid',
  summary: 'One branch with its nurses, its rooms and how much stands in it',
  allow: permissions.seeBranches,
  byKey: 'company:read',
  params: byUuid,
  reply: answer.extend({
    /** Of its own; where it has none, its company's count. */
    limits: ShownHouseLimits,
    /** Left out by the version before: its own, and its company’s, which holds where its own says nothing. */
    routine: HouseRoutine.optional(),
    companyRoutine: HouseRoutine.optional(),
    rooms: z.array(Named.extend({ status: z.string().nullable() })),
    counts: z.object({
      people: z.int(),
      devices: z.int(),
      gateways: z.int(),
      /** Alarms here that nobody has answered, at most 10,000. */
      waiting: z.int(),
    }),
  }),
})

export const newBranch = endpoint({
  method: 'POST',
  path: '/branch/new',
  summary: 'Open a branch; an administrator says of which company',
  allow: permissions.manageBranches,
  byKey: null,
  body: z.strictObject({
    name: fields.name,
    code: fields.code,
    companyId: Uuid.optional(),
    timeZone: fields.timeZone.optional(),
    roomStatuses: fields.roomStatuses.default([]),
    nurses: fields.nurses.default([]),
  }),
  reply: answer,
})

export const updateBranch = endpoint({
  method: 'POST',
  path: '/branch/update/:uuid',
  summary: 'Change a branch: those fields named; the lists, the limits and the routine are replaced whole',
  allow: permissions.manageBranches,
  byKey: null,
  params: byUuid,
  body: z.strictObject(fields).partial().extend({ updatedAt: Instant.optional() }),
  reply: answer,
})

export const branchStatusChange = endpoint({
  method: 'POST',
  path: '/branch/statusChange',
  summary: 'Say that a branch is in use, or no longer',
  allow: permissions.manageBranches,
  byKey: null,
  body: z.strictObject({ uuid: Uuid, isActive: z.boolean(required) }),
  reply: answer,
})

export const deleteBranch = endpoint({
  method: 'DELETE',
  path: '/branch/delete/:uuid',
  aliases: [{ method: 'POST' }],
  summary: 'Close a branch in which nobody and nothing stands any more',
  allow: permissions.manageBranches,
  byKey: null,
  params: byUuid,
  reply: nothing,
})
