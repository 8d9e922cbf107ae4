import { z } from 'zod'
import { Language } from '../languages.ts'
import { PasskeyAnswer } from '../passkeys.ts'
import { KnownPassword, NewPassword, Strength } from '../passwords.ts'
import { permissions } from '../permissions.ts'
import { Role, roleId, roles, UserType } from '../roles.ts'
import { Instant, Uuid } from '../wire.ts'
import { endpoint, nothing } from './endpoint.ts'
import { CountryCode, Email, PhoneText, required, requiredText as text, UserName } from './fields.ts'

/** The signed-in person, as every screen needs them. */
export const CurrentUser = z
  .object({
    uuid: Uuid,
    firstName: z.string(),
    lastName: z.string(),
    userName: z.string(),
    email: z.string(),
    role: Role,
    userType: UserType,
    selectedLanguage: Language,
    imageUrl: z.string().nullable(),
    timeZone: z.string(),
    companyUuid: Uuid.nullable(),
    branchUuid: Uuid.nullable(),
    /** Somebody else chose their password: nothing else works until they chose one. */
    mustChangePassword: z.boolean(),
    /** Their company asks for a second step of signing in: nothing else works until it is set up. */
    mustSetUpTwoStep: z.boolean(),
  })
  .meta({ id: 'CurrentUser' })
export type CurrentUser = z.output<typeof CurrentUser>

/** What the authenticator app shows. */
const Code = z
  .string(required)
  .trim()
  .regex(/^\d{6}$/)
  .meta({ examples: ['492039'] })

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  summary:
    'Sign in with an e-mail address (or user name), a password and, where asked for, a code or a passkey. After many failures 429 brings a `challenge` (ALTCHA): solved, it is given back as `work`',
  allow: 'anyone',
  byKey: null,
  body: z.strictObject({
    email: text(254),
    password: KnownPassword,
    code: Code.optional(),
    /** In its place, where the refusal brought a `passkey` to sign. */
    passkey: PasskeyAnswer.optional(),
    /** Drawn by a browser for itself and kept: where somebody signed in before, failures of others keep them out no more. */
    browser: Uuid.optional(),
    /** JSON of the challenge and its solution. */
    work: z.string().max(4_096).optional(),
  }),
  reply: z.object({ token: z.string(), user: CurrentUser }),
})

export const validateToken = endpoint({
  method: 'GET',
  path: '/auth/validateToken',
  summary: 'Who the token belongs to; 401 when it is dead',
  kept: 'newest',
  allow: 'signedIn',
  byKey: null,
  beforePasswordChange: true,
  reply: z.object({ user: CurrentUser }),
})

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  summary: 'End this sign-in; those on other machines stay',
  allow: 'signedIn',
  byKey: null,
  beforePasswordChange: true,
  reply: nothing,
})

export const roleListing = endpoint({
  method: 'GET',
  path: '/auth/role/listing',
  summary: 'The roles, name to id',
  allow: 'signedIn',
  byKey: null,
  reply: z.object({
    roles: z.record(Role, z.int()).meta({
      examples: [Object.fromEntries(roles.map((role) => [role, roleId(role)]))],
    }),
  }),
})

export const changeLanguage = endpoint({
  method: 'POST',
  path: '/user/changeLanguage',
  summary: 'Keep the language the person chose',
  allow: 'signedIn',
  byKey: null,
  beforePasswordChange: true,
  done: 'done.changeLanguage',
  body: z.strictObject({ selectedLanguage: Language }),
  reply: z.object({ selectedLanguage: Language }),
})

/** Who somebody is in the company is never theirs to say: these are the only fields there are. */
export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  summary:
    'Make an account of your own. Where mail is sent (`confirmByMail`), a link to choose the password comes by mail, and the answer does not tell whether the address had an account',
  allow: 'anyone',
  byKey: null,
  limit: { calls: 20, minutes: 60 },
  body: z.strictObject({
    firstName: text(100),
    lastName: z.string().trim().max(100).optional(),
    /** Unset, or taken: the e-mail address. */
    userName: UserName.optional(),
    email: Email,
    password: NewPassword,
    contactNumber: PhoneText.optional(),
    countryCode: CountryCode.optional(),
    selectedLanguage: Language.optional(),
  }),
  reply: z.object({ email: z.string(), confirmByMail: z.boolean(), strength: Strength }),
})

export const sendRecoveryEmail = endpoint({
  method: 'POST',
  path: '/auth/sendRecoveryEmail',
  summary: 'Mail a link to choose a new password; the answer is the same whether anybody has this key',
  allow: 'anyone',
  byKey: null,
  limit: { calls: 20, minutes: 60 },
  done: ({ isMailed }: { isMailed: boolean }) => (isMailed ? 'done.email' : 'refusal.noMail'),
  body: z.strictObject({ key: z.string().trim().max(254).optional() }),
  /** What was typed, masked; `isMailed`: false where this installation sends no mail to anybody. */
  reply: z.object({ email: z.string(), isMailed: z.boolean() }),
})

export const changePasswordFromLink = endpoint({
  method: 'POST',
  path: '/auth/changePasswordFromLink',
  summary: 'Choose a new password by the link of the mail: once, within half an hour',
  allow: 'anyone',
  byKey: null,
  limit: { calls: 30, minutes: 10 },
  done: 'done.passwordReset',
  body: z.strictObject({ token: text(100), newPassword: NewPassword }),
  reply: z.object({ strength: Strength }),
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/auth/changePassword',
  summary: 'Choose a new password; every other sign-in of yours ends',
  allow: 'signedIn',
  byKey: null,
  beforePasswordChange: true,
  done: 'done.passwordReset',
  body: z.strictObject({ oldPassword: KnownPassword, newPassword: NewPassword }),
  reply: z.object({ strength: Strength }),
})

/** In how many seconds this sign-in ends: where nobody touches the screen, and in any case. */
export const SignInEnd = z.object({ idleSeconds: z.number(), lastSeconds: z.number() })

export const act = endpoint({
  method: 'POST',
  path: '/auth/act',
  summary:
    'When this sign-in ends; `acted`: somebody touched the screen, so that it goes on. Without that it ends after the minutes of its role',
  allow: 'signedIn',
  byKey: null,
  beforePasswordChange: true,
  body: z.strictObject({ acted: z.boolean(required) }),
  reply: SignInEnd,
})

export const sessionListing = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  summary: 'Where you are signed in',
  allow: 'signedIn',
  byKey: null,
  reply: z.object({
    sessions: z.array(
      z.object({
        uuid: Uuid,
        isThis: z.boolean(),
        createdAt: Instant,
        lastSeenAt: Instant,
        address: z.string().nullable(),
        /** The browser and the system, as far as they can be told. */
        machine: z.string().nullable(),
      }),
    ),
  }),
})

export const endOneSession = endpoint({
  method: 'POST',
  path: '/auth/sessions/end/:uuid',
  summary: 'Sign out on one of your machines; the password is asked for',
  allow: 'signedIn',
  byKey: null,
  params: z.object({ uuid: Uuid }),
  body: z.strictObject({ password: KnownPassword }),
  reply: nothing,
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/auth/sessions/endOthers',
  summary: 'Sign out everywhere but here; the password is asked for',
  allow: 'signedIn',
  byKey: null,
  body: z.strictObject({ password: KnownPassword }),
  reply: nothing,
})

export const beginTotp = endpoint({
  method: 'POST',
  path: '/auth/totp/begin',
  summary: 'A new secret for an authenticator app, answered this once; a code confirms it',
  allow: permissions.useTwoStep,
  byKey: null,
  beforeTwoStep: true,
  reply: z.object({ secret: z.string(), uri: z.string() }),
})

export const confirmTotp = endpoint({
  method: 'POST',
  path: '/auth/totp/confirm',
  summary: 'From now on signing in takes a code too; the password is asked for',
  allow: permissions.useTwoStep,
  byKey: null,
  beforeTwoStep: true,
  body: z.strictObject({ password: KnownPassword, code: Code }),
  reply: nothing,
})

export const endTotp = endpoint({
  method: 'POST',
  path: '/auth/totp/end',
  summary: 'Sign in without a code again',
  allow: permissions.useTwoStep,
  byKey: null,
  body: z.strictObject({ password: KnownPassword, code: Code }),
  reply: nothing,
})

export const changeEmail = endpoint({
  method: 'POST',
  path: '/auth/changeEmail',
  summary:
    'Have your letters in another mailbox, or show that yours is yours: a link goes there, and the answer does not tell whether the address has an account. Where no mail is sent, at once',
  allow: 'signedIn',
  byKey: null,
  limit: { calls: 5, minutes: 60 },
  body: z.strictObject({ email: Email, password: KnownPassword }),
  reply: z.object({ email: z.string(), isMailed: z.boolean() }),
})

export const confirmEmail = endpoint({
  method: 'POST',
  path: '/auth/confirmEmail',
  summary: 'The link of that mail, opened by whoever asked for it; the former mailbox is told',
  allow: 'signedIn',
  byKey: null,
  limit: { calls: 20, minutes: 10 },
  body: z.strictObject({ token: text(100) }),
  reply: z.object({ email: z.string() }),
})
