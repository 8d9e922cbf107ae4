import { z } from 'zod'
import { Language } from '../languages.ts'
import { KnownPassword, NewPassword } from '../passwords.ts'
import { Role, UserType } from '../roles.ts'
import { Instant, TimeOfDay, Uuid } from '../wire.ts'
import { CountryCode, Email, PhoneText, required, requiredText as text, UserName } from './fields.ts'

const Named = z.object({ uuid: Uuid, name: z.string() })
/** A person as people name them: uuid, user name or e-mail address; `currentUser` is whoever asks. */
export const UserKey = text(254)

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
  /** By codes of an authenticator app. */
  hasCodes: z.boolean(),
  telegram: z.object({
    userName: z.string().nullable(),
    status: z.enum(['NONE', 'PENDING', 'REGISTERED', 'BLOCKED']),
  }),
  sms: z.object({ sendSms: z.boolean(), hasNumber: z.boolean() }),
  /** From when to when, in their own zone, messages of what can wait are held; the same twice: never. */
  quietFrom: TimeOfDay,
  quietTo: TimeOfDay,
  /** Of the viewer's scope. */
  ownedDevices: z.array(Named.extend({ imei: z.string() })),
  relatedDevices: z.array(Named.extend({ imei: z.string() })),
}).meta({ id: 'UserDetail' })
export type UserDetail = z.output<typeof UserDetail>

/** What a person may say of themselves. `null` clears. */
const personal = {
  height: z.int().min(30).max(272).nullable().optional(),
  weight: z.int().min(1).max(650).nullable().optional(),
  gender: z.enum(genders).nullable().optional(),
  smoking: smokes.nullable().optional(),
  dob: z.iso.date().nullable().optional(),
  address: z.string().trim().max(300).nullable().optional(),
  timeZone: text(64).optional(),
  quietFrom: TimeOfDay.optional(),
  quietTo: TimeOfDay.optional(),
  selectedLanguage: Language.optional(),
  lastName: z.string().trim().max(100).optional(),
}

const SelfFields = z.strictObject({
  firstName: text(100).optional(),
  userName: UserName.optional(),
  contactNumber: PhoneText.optional(),
  countryCode: CountryCode.optional(),
  ...personal,
  updatedAt: Instant.optional(),
})

export const SelfUpdate = SelfFields.extend({
  /** Asked for where the number becomes another: alarms go there, and are answered from it. */
  password: KnownPassword.optional(),
})

/** What somebody with the right to may say of another: also who they are here. */
const standing = {
  role: Role,
  userType: UserType,
  companyId: Uuid.nullable().optional(),
  branchId: Uuid.nullable().optional(),
}

export const UserUpdate = SelfFields.extend({
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
    // Also where other fields are missing: whoever fills in the form is shown all of them at once.
    when: ({ value }) => typeof value === 'object' && value !== null,
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
