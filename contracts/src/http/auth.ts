import { z } from 'zod'
import { Language } from '../languages.ts'
import { Role, UserType } from '../roles.ts'
import { Uuid } from '../wire.ts'
import { endpoint, nothing } from './endpoint.ts'

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
  })
  .meta({ id: 'CurrentUser' })
export type CurrentUser = z.output<typeof CurrentUser>

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  summary: 'Sign in with an e-mail address (or user name) and a password',
  allow: 'anyone',
  body: z.strictObject({
    email: z.string({ error: 'is required' }).trim().min(1, { error: 'is required' }).max(254),
    password: z.string({ error: 'is required' }).min(1, { error: 'is required' }).max(128),
  }),
  reply: z.object({ token: z.string(), user: CurrentUser }),
})

export const validateToken = endpoint({
  method: 'GET',
  path: '/auth/validateToken',
  summary: 'Who the token belongs to; 401 when it is dead',
  allow: 'signedIn',
  reply: z.object({ user: CurrentUser }),
})

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  summary: 'End every session of the signed-in person, on every device',
  allow: 'signedIn',
  reply: nothing,
})

export const roleListing = endpoint({
  method: 'GET',
  path: '/auth/role/listing',
  summary: 'The roles, name to id',
  allow: 'signedIn',
  reply: z.object({ roles: z.record(Role, z.int()) }),
})

export const changeLanguage = endpoint({
  method: 'POST',
  path: '/user/changeLanguage',
  summary: 'Keep the language the person chose',
  allow: 'signedIn',
  body: z.strictObject({ selectedLanguage: Language }),
  reply: z.object({ selectedLanguage: Language }),
})
