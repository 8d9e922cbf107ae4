import { z } from 'zod'
import { KnownPassword } from '../passwords.ts'
import { Role } from '../roles.ts'
import { Uuid } from '../wire.ts'
import { CurrentUser } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { Named } from './fields.ts'

/** An account of yours: one at each company that you work with, or whose customer you are. */
export const OwnCompany = z
  .object({
    accountUuid: Uuid,
    /** Null: of no company. */
    company: Named.nullable(),
    role: Role,
    /** The one you act as on this sign-in. */
    isThis: z.boolean(),
    /** Alarms there that nobody has acknowledged yet. */
    unacknowledged: z.int().min(0),
  })
  .meta({ id: 'OwnCompany' })
export type OwnCompany = z.output<typeof OwnCompany>

export const ownCompanies = endpoint({
  method: 'GET',
  path: '/user/companies',
  summary: 'The companies that you have an account at, and how many alarms wait in each',
  allow: 'signedIn',
  byKey: null,
  reply: z.object({ companies: z.array(OwnCompany) }),
})

/** The token before is dead; where else you are signed in nothing changes. */
const acting = z.object({ token: z.string(), user: CurrentUser })

export const switchCompany = endpoint({
  method: 'POST',
  path: '/user/companies/switch',
  summary:
    'Act as another account of yours on this sign-in: its token takes the place of the one you ask with',
  allow: 'signedIn',
  byKey: null,
  limit: { calls: 60, minutes: 1 },
  body: z.strictObject({ accountUuid: Uuid }),
  reply: acting,
})

export const leaveCompany = endpoint({
  method: 'POST',
  path: '/user/companies/leave',
  summary:
    'End the account that you act as, at its company or at none: this sign-in goes on as another of yours, or ends with the last of them, where you say that you mean it. What somebody else has to take over first is named in the refusal',
  allow: 'signedIn',
  byKey: null,
  limit: { calls: 10, minutes: 10 },
  body: z.strictObject({
    password: KnownPassword,
    /** That they sign in nowhere afterwards is meant. */
    isLast: z.boolean().optional(),
  }),
  /** Null: it was the last, and they are signed out. */
  reply: z.object({ token: z.string().nullable(), user: CurrentUser.nullable() }),
})
