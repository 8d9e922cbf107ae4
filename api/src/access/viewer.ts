import type { CurrentUser } from '@carewatch/contracts/http/auth'
import type { Db } from '@carewatch/platform/database/client'
import { branches, companies, sessions, users } from '@carewatch/migrations/schema/people'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import {
  emailOf,
  hasTwoStep,
  identities,
  isIdentity,
  isLiving,
  isThere,
  type SignedIn,
  userNameOf,
} from './identity.ts'
import { isOneOf } from './one-of.ts'
import { branchCompany, isOpen } from './open-sessions.ts'

import type { Channel } from '@carewatch/contracts/escalation'
import type { Language } from '@carewatch/contracts/languages'
import type { FhirGrants } from '@carewatch/contracts/http/fhir-resources'
import type { Scope } from '@carewatch/contracts/scopes'

/** Whoever is looking. */
export type Viewer = CurrentUser &
  SignedIn & {
    id: number
    companyId: number | null
    branchId: number | null
    /** Of an API key of named branches: all of these. */
    branchIds?: readonly number[]
    /** None: a person. */
    key?: {
      scopes: readonly Scope[]
      branchUuids: readonly string[] | null
      /** Of an access token: what it was granted of its key. None: the key itself. */
      grants?: FhirGrants
    }
  }

/** A viewer in the moment of a call: on which sign-in, from where, and in which language they want the answer. */
export type Caller = Viewer & {
  /** Empty: they answer a message, and are on no sign-in. */
  sessionUuid: string
  /** Of a program: what stands for its session, by which it is looked whether it may go on. */
  programSession?: string
  address: string
  language: Language
  /** The channel of the message by which they answer; none where they use the portal. */
  via?: Channel
}

/** Whether an API key was given this scope; of people their role alone decides. */
export const hasScope = ({ key }: Pick<Viewer, 'key'>, scope: Scope): boolean =>
  key === undefined || key.scopes.includes(scope)

/** They are let into nothing yet but what mends that. */
export const isHeldBack = ({ mustChangePassword, mustSetUpTwoStep }: CurrentUser): boolean =>
  mustChangePassword || mustSetUpTwoStep

export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()

/** Their company asks for it. */
const isTwoStepAsked = sql`coalesce(${companies.twoStepRoles}, ${branchCompany.twoStepRoles}, '[]') ? ${users.role}`

/** This sign-in is younger than what their company asks for. */
const isSinceAsked = sql`${sessions.createdAt} >= coalesce(${companies.twoStepSince}, ${branchCompany.twoStepSince}, '-infinity')`

/** Of administrators, who have no company, the installation asks it (`ADMIN_TWO_STEP`), of each sign-in of theirs alike. */
const isAskedOfAdmin = (asksAdmins: boolean) => sql`(${asksAdmins}::boolean and ${users.role} = 'ADMIN')`

/** Who somebody is, wherever they work. */
export const personColumns = {
  id: users.id,
  uuid: users.uuid,
  firstName: users.firstName,
  lastName: users.lastName,
  userName: userNameOf,
  email: emailOf,
  role: users.role,
  userType: users.userType,
  selectedLanguage: users.selectedLanguage,
  imageUrl: users.imageUrl,
  timeZone: users.timeZone,
  mustChangePassword: identities.mustChangePassword,
  identityId: identities.id,
  identityUuid: identities.uuid,
}

/** Who somebody is, and where they work by this account. */
export const columns = {
  ...personColumns,
  companyId: sql<number | null>`coalesce(${users.companyId}, ${branches.companyId})`,
  companyUuid: sql<string | null>`coalesce(${companies.uuid}, ${branchCompany.uuid})`,
  branchId: users.branchId,
  branchUuid: branches.uuid,
}

async function load(db: Db, which: SQL | undefined, asksAdmins = false): Promise<Viewer | undefined> {
  const isAsked = sql`(${isTwoStepAsked} or ${isAskedOfAdmin(asksAdmins)})`
  const [viewer] = await db
    .select({ ...columns, mustSetUpTwoStep: sql<boolean>`${isAsked} and not ${hasTwoStep}` })
    .from(users)
    .innerJoin(identities, isIdentity)
    .leftJoin(companies, eq(companies.id, users.companyId))
    .leftJoin(branches, eq(branches.id, users.branchId))
    .leftJoin(branchCompany, eq(branchCompany.id, branches.companyId))
    .where(which)
  return viewer
}

/** The person, unless they are deactivated or deleted, or their company or branch is: then they are nobody. */
export const loadViewer = (db: Db, uuid: string, asksAdmins?: boolean): Promise<Viewer | undefined> =>
  load(db, and(eq(users.uuid, uuid), isLiving), asksAdmins)

/** The same for whoever answers a message: while the devices of an inactive company are heard, its people are called, and say that they are on their way. */
export const loadAnswering = (db: Db, uuid: string): Promise<Viewer | undefined> =>
  load(db, and(eq(users.uuid, uuid), isThere))

const ofSessions = (db: Db, which: SQL | undefined, asksAdmins: boolean) => {
  const isAsked = sql`((${isTwoStepAsked} and ${isSinceAsked}) or ${isAskedOfAdmin(asksAdmins)})`
  return db
    .select({
      session: sessions.uuid,
      viewer: {
        ...columns,
        mustSetUpTwoStep: sql<boolean>`${isAsked} and not ${hasTwoStep}`,
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(identities, isIdentity)
    .leftJoin(companies, eq(companies.id, users.companyId))
    .leftJoin(branches, eq(branches.id, users.branchId))
    .leftJoin(branchCompany, eq(branchCompany.id, branches.companyId))
    .where(and(which, isOpen(), isLiving))
}

/** Session uuid → whose it is; ended sessions and people who are nobody are left out. */
export async function loadViewersBySession(
  db: Db,
  uuids: readonly string[],
  asksAdmins = false,
): Promise<Map<string, Viewer>> {
  if (uuids.length === 0) return new Map()
  const rows = await ofSessions(db, isOneOf(sessions.uuid, uuids), asksAdmins)
  return new Map(rows.map(({ session, viewer }) => [session, viewer]))
}

/** The same of one session. Every call begins with it: planned once a connection, for planning takes longer than finding the rows. */
export function prepareViewerOfSession(
  db: Db,
  asksAdmins: boolean,
): (session: string) => Promise<Viewer | undefined> {
  const which = eq(sessions.uuid, sql.placeholder('session'))
  const prepared = ofSessions(db, which, asksAdmins).prepare('viewer-of-session')
  return async (session) => (await prepared.execute({ session }))[0]?.viewer
}
