import { permissions } from '@carewatch/contracts/permissions'
import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { wearerRelations, type wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import type { Identifier, Patient, RelatedPerson } from '@medplum/fhirtypes'
import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import { fullName, type Viewer } from '../../access/viewer.ts'
import { visibleDevices } from '../../access/visible.ts'

export type WearerRow = typeof wearers.$inferSelect

export const identifier = (uuid: string): Identifier[] => [
  { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${uuid}` },
]

type Name = { firstName: string; lastName: string }

const nameOf = ({ firstName, lastName }: Name): NonNullable<Patient['name']> => [
  {
    use: 'usual',
    text: fullName({ firstName, lastName }),
    given: [firstName],
    ...(lastName && { family: lastName }),
  },
]

/** A doctor has to know whose figures these are. Names of a family's own stay with the family. */
export const patientOf = ({ uuid, dob, sex, ...wearer }: WearerRow): Patient => ({
  resourceType: 'Patient',
  id: uuid,
  identifier: identifier(uuid),
  name: nameOf(wearer),
  ...(sex && { gender: sex }),
  ...(dob && { birthDate: dob }),
})

/** More are around nobody. */
const MOST_AROUND = 200

const ROLES = 'http://terminology.hl7.org/CodeSystem/v3-RoleCode'
const responsible = { system: ROLES, code: 'RESPRSN', display: 'responsible party' }
/** What a family wrote of who somebody is is a word of theirs, seen from whoever filled in the form: it is handed on as text, and no code is made of it. */
const family = { system: ROLES, code: 'FAMMEMB', display: 'family member' }

/** What a phonebook of what they wear now says of an account. */
const wordOf = (viewer: Viewer, wearerId: number) => sql<
  string | null
>`(select ${relatives.relation} from ${relatives}
  inner join ${devices} on ${devices.id} = ${relatives.deviceId}
  where ${relatives.userId} = ${users.id} and ${relatives.relation} is not null
    and present_wearer(${devices.id}) = ${wearerId} and ${visibleDevices(viewer)} order by ${relatives.id} limit 1)`

async function accountsAround(
  db: Db,
  viewer: Viewer,
  { id, userId, uuid }: WearerRow,
): Promise<RelatedPerson[]> {
  const isOther = userId === null ? undefined : ne(wearerRelations.userId, userId)
  const rows = await db
    .select({
      uuid: wearerRelations.uuid,
      kind: wearerRelations.kind,
      firstName: users.firstName,
      lastName: users.lastName,
      active: users.isActive,
      word: wordOf(viewer, id),
    })
    .from(wearerRelations)
    .innerJoin(users, and(eq(users.id, wearerRelations.userId), isNull(users.deletedAt)))
    .where(and(eq(wearerRelations.wearerId, id), isNull(wearerRelations.until), isOther))
    .orderBy(asc(wearerRelations.id))
    .limit(MOST_AROUND)
  return rows.map(({ kind, active, word, ...row }) => ({
    ...around(row.uuid, uuid),
    active,
    relationship: [
      { coding: [kind === 'OWNER' ? responsible : family], ...(word !== null && { text: word }) },
    ],
    name: nameOf(row),
  }))
}

/** Those of whom no more than a number or an address is known. */
async function contactsAround(db: Db, viewer: Viewer, { id, uuid }: WearerRow): Promise<RelatedPerson[]> {
  const rows = await db
    .select({ uuid: relatives.uuid, name: relatives.name, relation: relatives.relation })
    .from(relatives)
    .innerJoin(devices, eq(devices.id, relatives.deviceId))
    .where(and(isNull(relatives.userId), sql`present_wearer(${devices.id}) = ${id}`, visibleDevices(viewer)))
    .orderBy(asc(relatives.id))
    .limit(MOST_AROUND)
  return rows.map(({ name, relation, ...row }) => ({
    ...around(row.uuid, uuid),
    relationship: [{ coding: [family], ...(relation !== null && { text: relation }) }],
    name: [{ text: name }],
  }))
}

const around = (uuid: string, wearerUuid: string) =>
  ({
    resourceType: 'RelatedPerson',
    id: uuid,
    identifier: identifier(uuid),
    patient: { reference: `urn:uuid:${wearerUuid}` },
  }) as const

/** Who is responsible for somebody and who follows them, for those who may list their relatives: by name and role, without number or address. */
export async function peopleAround(db: Db, viewer: Viewer, wearer: WearerRow): Promise<RelatedPerson[]> {
  if (!permissions.manageRelatives.some((role) => role === viewer.role)) return []
  return [...(await accountsAround(db, viewer, wearer)), ...(await contactsAround(db, viewer, wearer))]
}
