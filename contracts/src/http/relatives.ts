import { z } from 'zod'
import { permissions } from '../permissions.ts'
import { relativeFields, sosPriorities } from '../relations.ts'
import { PHONEBOOK_MAX } from '../settings.ts'
import { Instant, Uuid } from '../wire.ts'
import { endpoint, nothing, paging, Total } from './endpoint.ts'
import { PersonKey } from './fields.ts'
import { MadeInvitation } from './invitations.ts'

export const relativeStatuses = ['CONTACT', 'INVITED', 'JOINED'] as const

export const Relative = z
  .object({
    uuid: Uuid,
    deviceUUID: Uuid,
    /** Their account, where they have one. */
    userUUID: Uuid.nullable(),
    /** Their place in the phonebook. */
    phonebookId: z.int().nullable(),
    name: z.string(),
    phone: z.string().nullable(),
    relation: z.string().nullable(),
    email: z.string().nullable(),
    smsAlerts: z.boolean(),
    createUserInPortal: z.boolean(),
    /** Invited: their account sees nothing yet, and nothing is known of it. */
    status: z.enum(relativeStatuses),
    sosPriority: z.enum(sosPriorities),
    maySeeLocation: z.boolean(),
    createdAt: Instant,
    /** Sent back with a change, it is refused when somebody else changed the relative meanwhile. */
    updatedAt: Instant,
  })
  .meta({ id: 'Relative' })
export type Relative = z.output<typeof Relative>

/** `account`: always null, since accounts are invited. */
const answer = z.object({
  relative: Relative,
  account: z.null(),
  invitation: MadeInvitation.nullable(),
})
const phonebookId = z.int().min(1).max(PHONEBOOK_MAX)

/** What need not be said. */
const grants = {
  phonebookId: phonebookId.optional(),
  phone: relativeFields.phone.optional(),
  smsAlerts: relativeFields.smsAlerts.optional(),
  createUserInPortal: relativeFields.createUserInPortal.optional(),
  sosPriority: relativeFields.sosPriority.optional(),
  maySeeLocation: relativeFields.maySeeLocation.optional(),
  /** Asked with an account: whether they also see what was recorded before they said yes. */
  maySeePast: z.boolean().optional(),
}
const { name, relation, email } = relativeFields
const limit = { calls: 30, minutes: 1 }

export const newRelation = endpoint({
  method: 'POST',
  path: '/relation/new',
  summary: 'Add a relative to the phonebook of a device; with an account, whoever has the address is invited',
  allow: permissions.manageRelatives,
  byKey: null,
  limit,
  body: z.strictObject({ deviceUUID: Uuid, name, relation, email, ...grants }),
  reply: answer,
})

const requiredFields = ['name', 'relation', 'email'] as const

export const addRelative = endpoint({
  method: 'POST',
  path: '/devices/addRelative',
  summary:
    'The same; or somebody by uuid, user name or e-mail address: of your own house at once, else invited',
  allow: permissions.manageRelatives,
  byKey: null,
  limit,
  body: z
    .strictObject({
      deviceUUID: Uuid,
      relative: PersonKey.optional(),
      name: name.optional(),
      relation: relation.optional(),
      email: email.optional(),
      ...grants,
    })
    .superRefine((body, context) => {
      if (body.relative !== undefined) return
      for (const field of requiredFields)
        if (body[field] === undefined)
          context.addIssue({ code: 'custom', path: [field], message: `${field}Required` })
    }),
  reply: answer,
})

export const updateRelation = endpoint({
  method: 'POST',
  path: '/relation/update/:uuid',
  summary: 'Change what is known of a relative and what they may see',
  allow: permissions.manageRelatives,
  byKey: null,
  limit,
  params: z.object({ uuid: Uuid }),
  body: z.strictObject({
    name: name.optional(),
    relation: relation.optional(),
    email: email.optional(),
    ...grants,
    updatedAt: Instant.optional(),
  }),
  reply: answer,
})

export const deleteRelation = endpoint({
  method: 'DELETE',
  path: '/relation/delete/:uuid',
  aliases: [{ method: 'POST' }],
  summary: 'Take a relative away from a device; their account stays',
  allow: permissions.manageRelatives,
  byKey: null,
  params: z.object({ uuid: Uuid }),
  reply: nothing,
})

/** As the specification writes its path, with no place for which. */
export const deleteNamedRelation = endpoint({
  method: 'POST',
  path: '/relation/delete',
  aliases: [{ method: 'DELETE' }],
  summary: 'The same, named in the body',
  allow: permissions.manageRelatives,
  byKey: null,
  body: z.strictObject({ uuid: Uuid }),
  reply: nothing,
})

export const deleteRelative = endpoint({
  method: 'POST',
  path: '/devices/deleteRelative',
  summary: 'The same, by the relation or by the relative’s account',
  allow: permissions.manageRelatives,
  byKey: null,
  body: z.strictObject({ deviceUUID: Uuid, relativeUuid: Uuid }),
  reply: nothing,
})

export const allRelations = endpoint({
  method: 'GET',
  path: '/relation/all/:deviceUuid',
  summary: 'The relatives of a device',
  allow: permissions.manageRelatives,
  byKey: 'people:read',
  params: z.object({ deviceUuid: Uuid }),
  query: z.strictObject(paging),
  reply: z.object({ relatives: z.array(Relative), total: Total }),
})
