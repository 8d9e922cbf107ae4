import { z } from 'zod'
import { NewPassword, Strength } from '../passwords.ts'
import { permissions } from '../permissions.ts'
import { Role, UserType } from '../roles.ts'
import { Instant, Uuid } from '../wire.ts'
import { Language } from '../languages.ts'
import { endpoint, nothing, paging, Total } from './endpoint.ts'
import { CountryCode, Email, PhoneText, required, requiredText as text, UserName } from './fields.ts'

const Named = z.object({ uuid: Uuid, name: z.string() })
/** A person as people name them: uuid, user name or e-mail address; `currentUser` is whoever asks. */
export const UserKey = text(254)
const byKey = z.object({ uuid: UserKey })

export const User = z
  .object({
    uuid: Uuid,
    firstName: z.string(),
    lastName: z.string(),
    userName: z.string(),
    /** Hidden from owners, relatives and plain users, but their own. */
    email: z.string().nullable(),
    role: Role,
    userType: UserType,
    contactNumber: z.string().nullable(),
    countryCode: z.string().nullable(),
    imageUrl: z.string().nullable(),
    selectedLanguage: Language,
    timeZone: z.string(),
    isActive: z.boolean(),
    supervisor: Named.nullable(),
    company: Named.nullable(),
    branch: Named.nullable(),
    createdAt: Instant,
    /** Sent back with a change, it is refused when somebody else changed the person meanwhile. */
    updatedAt: Instant,
  })
  .meta({ id: 'User' })
export type User = z.output<typeof User>

const genders = ['male', 'female', 'other'] as const
const smokes = z.union([z.literal(0), z.literal(1)])

export const UserDetail = User.extend({
  /** Centimetres. */
  height: z.int().nullable(),
  /** Kilograms. */
  weight: z.int().nullable(),
  gender: z.enum(genders).nullable(),
  smoking: smokes.nullable(),
  dob: z.iso.date().nullable(),
  address: z.string().nullable(),
  mustChangePassword: z.boolean(),
  hasTwoStep: z.boolean(),
  telegram: z.object({
    userName: z.string().nullable(),
    status: z.enum(['NONE', 'PENDING', 'REGISTERED', 'BLOCKED']),
  }),
  sms: z.object({ sendSms: z.boolean(), hasNumber: z.boolean() }),
  /** Of the viewer's scope. */
  ownedDevices: z.array(Named.extend({ imei: z.string() })),
  relatedDevices: z.array(Named.extend({ imei: z.string() })),
}).meta({ id: 'UserDetail' })
export type UserDetail = z.output<typeof UserDetail>

const userAnswer = z.object({ user: UserDetail })

/** What a person may say of themselves. `null` clears. */
const personal = {
  height: z.int().min(30).max(272).nullable().optional(),
  weight: z.int().min(1).max(650).nullable().optional(),
  gender: z.enum(genders).nullable().optional(),
  smoking: smokes.nullable().optional(),
  dob: z.iso.date().nullable().optional(),
  address: z.string().trim().max(300).nullable().optional(),
  timeZone: text(64).optional(),
  selectedLanguage: Language.optional(),
  lastName: z.string().trim().max(100).optional(),
}

export const SelfUpdate = z.strictObject({
  firstName: text(100).optional(),
  userName: UserName.optional(),
  contactNumber: PhoneText.optional(),
  countryCode: CountryCode.optional(),
  ...personal,
  updatedAt: Instant.optional(),
})

/** What somebody with the right to may say of another: also who they are here. */
const standing = {
  role: Role,
  userType: UserType,
  companyId: Uuid.nullable().optional(),
  branchId: Uuid.nullable().optional(),
}

export const UserUpdate = SelfUpdate.extend({
  email: Email.optional(),
  ...standing,
  role: Role.optional(),
  userType: UserType.optional(),
})

export const NewUser = z
  .strictObject({
    firstName: text(100),
    userName: UserName,
    email: Email,
    /** Instead of one chosen here, the server makes one. */
    sendPassword: z.boolean().default(false),
    password: NewPassword.optional(),
    contactNumber: PhoneText,
    countryCode: CountryCode.optional(),
    role: z.enum(Role.options, required),
    userType: z.enum(UserType.options, required),
    companyId: standing.companyId,
    branchId: standing.branchId,
    supervisorId: UserKey.nullable().optional(),
    ...personal,
  })
  .refine(({ sendPassword, password }) => sendPassword !== (password !== undefined), {
    path: ['password'],
    error: 'is required',
  })
  .meta({
    examples: [
      {
        firstName: 'Nora',
        userName: 'nora.nurse',
        email: 'nora@example.org',
        sendPassword: true,
        contactNumber: '050-123-4567',
        role: 'SUPERVISOR',
        userType: 'WATCH',
        branchId: '0199a3b2-7c4d-7e8f-9a0b-1c2d3e4f5a6b',
      },
    ],
  })

export const userFilters = ['all', 'active', 'inactive'] as const

export const listUsers = endpoint({
  method: 'GET',
  path: '/admin/user/listing',
  summary: 'The people in your scope',
  allow: permissions.seeUsers,
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
  params: byKey,
  reply: userAnswer,
})

/** A first password is answered once, and only where it could not be mailed. */
const withPassword = z.object({ password: z.string().nullable(), isMailed: z.boolean(), strength: Strength })

export const newUser = endpoint({
  method: 'POST',
  path: '/admin/user/new',
  summary: 'Make an account; whoever gets it must choose a password of their own within a day',
  allow: permissions.createUsers,
  body: NewUser,
  reply: withPassword.extend({ user: UserDetail }),
})

export const updateUser = endpoint({
  method: 'POST',
  path: '/admin/user/update/:uuid',
  summary: 'Change a person; a new role or place signs them out',
  allow: permissions.manageUsers,
  params: byKey,
  body: UserUpdate,
  reply: userAnswer,
})

export const updateSelf = endpoint({
  method: 'POST',
  path: '/user/update',
  summary: 'Change what is known of yourself',
  allow: 'signedIn',
  body: SelfUpdate,
  reply: userAnswer,
})

export const userStatusChange = endpoint({
  method: 'POST',
  path: '/admin/user/statusChange',
  summary: 'Let a person in, or no longer',
  allow: permissions.manageUsers,
  body: z.strictObject({ uuid: UserKey, isActive: z.boolean(required) }),
  reply: userAnswer,
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/admin/user/:uuid',
  summary: 'Delete an account that owns no devices',
  allow: permissions.manageUsers,
  params: byKey,
  reply: nothing,
})

export const changeSupervisor = endpoint({
  method: 'POST',
  path: '/admin/user/changeSupervisor',
  summary: 'Say who looks after a person; `null`: nobody',
  allow: permissions.manageUsers,
  body: z.strictObject({ userUuid: UserKey, supervisorUuid: UserKey.nullable() }),
  reply: userAnswer,
})

export const changePasswordByAdmin = endpoint({
  method: 'POST',
  path: '/admin/changePasswordByAdmin',
  summary: 'Give a person a password, or have one made; they must choose their own within a day',
  allow: permissions.manageUsers,
  body: z.strictObject({ userUuid: UserKey, newPassword: NewPassword.optional() }),
  reply: withPassword,
})

export const findUser = endpoint({
  method: 'POST',
  path: '/admin/user/find',
  summary: 'Whether somebody of your scope has this e-mail address or user name',
  allow: permissions.createUsers,
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
    params: byKey,
    reply: nothing,
  })

export const endUserSessions = onPerson('/admin/user/endSessions/:uuid', 'Sign a person out everywhere')
export const resetTotp = onPerson('/admin/user/resetTotp/:uuid', 'Switch off the second step of a person')

export const eraseUser = endpoint({
  method: 'POST',
  path: '/admin/user/erase/:uuid',
  summary:
    'Forget a person for good: their account, files, contacts and places, and their name wherever it was written. Readings and the audit log stay, and say nothing of them',
  allow: permissions.eraseUsers,
  params: byKey,
  reply: nothing,
})

export const setSms = endpoint({
  method: 'POST',
  path: '/user/setSMS',
  summary: 'Send alerts by SMS, or not: to yourself, or to a person you manage',
  allow: 'signedIn',
  body: z.strictObject({ userUuid: UserKey.optional(), sendSms: z.boolean(required) }),
  reply: z.object({ sendSms: z.boolean() }),
})

export const resetTelegram = endpoint({
  method: 'POST',
  path: '/user/resetTelegram/:userKey',
  summary: 'Forget the Telegram channel: your own (`currentUser`), or that of a person you manage',
  allow: 'signedIn',
  params: z.object({ userKey: UserKey }),
  reply: nothing,
})

export const userChoices = endpoint({
  method: 'GET',
  path: '/user/getList/:key',
  summary: 'People to choose from: `all`, those of a role, or those whose name contains the text',
  allow: permissions.seeUsers,
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
