import { z } from 'zod'
import { NewPassword, Strength } from '../passwords.ts'
import { permissions } from '../permissions.ts'
import { Role, UserType } from '../roles.ts'
import { Uuid } from '../wire.ts'
import { endpoint, nothing, paging, Total } from './endpoint.ts'
import { required } from './fields.ts'
import { MadeInvitation } from './invitations.ts'
import { NewUser, SelfUpdate, User, UserDetail, UserKey, UserUpdate } from './user-forms.ts'

const byKey = z.object({ uuid: UserKey })
const userAnswer = z.object({ user: UserDetail })

export const userFilters = ['all', 'active', 'inactive'] as const

export const listUsers = endpoint({
  method: 'GET',
  path: '/admin/user/listing',
  summary: 'The people in your scope',
  allow: permissions.seeUsers,
  byKey: null,
  query: z.strictObject({
    ...paging,
    filterKey: z.enum(userFilters).default('all'),
    role: Role.optional(),
    userType: UserType.optional(),
    companyUuid: Uuid.optional(),
    branchUuid: Uuid.optional(),
    supervisorUuid: Uuid.optional(),
  }),
  reply: z.object({ users: z.array(User), total: Total }),
})

export const userDetail = endpoint({
  method: 'GET',
  path: '/admin/user/detail/:uuid',
  summary: 'One person of your scope, by uuid, user name, e-mail or `currentUser`',
  allow: permissions.seeUsers,
  byKey: null,
  params: byKey,
  reply: userAnswer,
})

/** A first password is answered once, and only where it could not be mailed. */
const withPassword = z.object({ password: z.string().nullable(), isMailed: z.boolean(), strength: Strength })

export const newUser = endpoint({
  method: 'POST',
  path: '/admin/user/new',
  summary:
    'Make an account; whoever gets it must choose a password of their own within a day. An address that may have one already is invited instead: where mail is sent, by all but administrators always',
  allow: permissions.createUsers,
  byKey: null,
  body: NewUser,
  /** Invited: nothing is known of an account, and `user` is null. */
  reply: withPassword.extend({ user: UserDetail.nullable(), invitation: MadeInvitation.nullable() }),
})

export const updateUser = endpoint({
  method: 'POST',
  path: '/admin/user/update/:uuid',
  summary:
    'Change a person; a new role or place signs them out. Their e-mail address only until they first used the account',
  allow: permissions.manageUsers,
  byKey: null,
  params: byKey,
  body: UserUpdate,
  reply: userAnswer,
})

export const updateSelf = endpoint({
  method: 'POST',
  path: '/user/update',
  summary: 'Change what is known of yourself; another number takes the password',
  allow: 'signedIn',
  byKey: null,
  body: SelfUpdate,
  reply: userAnswer,
})

export const userStatusChange = endpoint({
  method: 'POST',
  path: '/admin/user/statusChange',
  summary: 'Let a person in, or no longer',
  allow: permissions.manageUsers,
  byKey: null,
  body: z.strictObject({ uuid: UserKey, isActive: z.boolean(required) }),
  reply: userAnswer,
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/admin/user/:uuid',
  summary: 'Delete an account that owns no devices',
  allow: permissions.manageUsers,
  byKey: null,
  params: byKey,
  reply: nothing,
})

export const changeSupervisor = endpoint({
  method: 'POST',
  path: '/admin/user/changeSupervisor',
  summary: 'Say who looks after a person; `null`: nobody',
  allow: permissions.manageUsers,
  byKey: null,
  body: z.strictObject({ userUuid: UserKey, supervisorUuid: UserKey.nullable() }),
  reply: userAnswer,
})

export const changePasswordByAdmin = endpoint({
  method: 'POST',
  path: '/admin/changePasswordByAdmin',
  summary:
    'Give an account of yours that nobody used yet a password, or have one made; they must choose their own within a day. Afterwards it is theirs: send a recovery link',
  allow: permissions.manageUsers,
  byKey: null,
  body: z.strictObject({ userUuid: UserKey, newPassword: NewPassword.optional() }),
  reply: withPassword,
})

export const findUser = endpoint({
  method: 'POST',
  path: '/admin/user/find',
  summary: 'Whether somebody of your scope has this e-mail address or user name',
  allow: permissions.createUsers,
  byKey: null,
  limit: { calls: 30, minutes: 1 },
  body: z
    .strictObject({ email: UserKey.optional(), userName: UserKey.optional() })
    .refine(({ email: mail, userName: name }) => mail !== undefined || name !== undefined, {
      path: ['email'],
      error: 'is required',
    }),
  reply: z.object({
    existingFound: z.boolean(),
    user: z.object({ uuid: Uuid, initials: z.string(), role: Role }).nullable(),
  }),
})

const onPerson = <const Path extends `/${string}:uuid`>(path: Path, summary: string) =>
  endpoint({
    method: 'POST',
    path,
    summary,
    allow: permissions.manageUsers,
    byKey: null,
    params: byKey,
    reply: nothing,
  })

export const endUserSessions = onPerson('/admin/user/endSessions/:uuid', 'Sign a person out everywhere')
export const sendRecoveryTo = onPerson(
  '/admin/user/sendRecovery/:uuid',
  'Mail a person a link to choose a new password: it goes to their own mailbox alone',
)
export const resetTotp = onPerson('/admin/user/resetTotp/:uuid', 'Switch off the second step of a person')

export const eraseUser = endpoint({
  method: 'POST',
  path: '/admin/user/erase/:uuid',
  summary:
    'Forget a person for good: their account, files, contacts and places, and their name wherever it was written. Readings and the audit log stay, and say nothing of them',
  allow: permissions.eraseUsers,
  byKey: null,
  params: byKey,
  reply: nothing,
})

export const setSms = endpoint({
  method: 'POST',
  path: '/user/setSMS',
  summary: 'Send alerts by SMS, or not: to yourself, or to a person you manage',
  allow: 'signedIn',
  byKey: null,
  body: z.strictObject({ userUuid: UserKey.optional(), sendSms: z.boolean(required) }),
  reply: z.object({ sendSms: z.boolean() }),
})

export const resetTelegram = endpoint({
  method: 'POST',
  path: '/user/resetTelegram/:userKey',
  summary: 'Forget the Telegram channel: your own (`currentUser`), or that of a person you manage',
  allow: 'signedIn',
  byKey: null,
  params: z.object({ userKey: UserKey }),
  reply: nothing,
})

export const userChoices = endpoint({
  method: 'GET',
  path: '/user/getList/:key',
  summary: 'People to choose from: `all`, those of a role, or those whose name contains the text',
  allow: permissions.seeUsers,
  byKey: null,
  params: z.object({ key: z.string().trim().min(1).max(100) }),
  reply: z.object({
    users: z.array(
      z.object({
        uuid: Uuid,
        name: z.string(),
        userName: z.string(),
        email: z.string().nullable(),
        role: Role,
      }),
    ),
  }),
})
