import { type Suggestion, SUGGESTIONS_A_KIND } from '@carewatch/contracts/http/search'
import { bedside } from '@carewatch/contracts/messages/wearer-line'
import { write } from '@carewatch/contracts/messages/write'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { branches, companies, users } from '@carewatch/migrations/schema/people'
import { and, asc, sql } from 'drizzle-orm'
import { emailOf } from '../access/identity.ts'
import { type Caller, fullName, type Viewer } from '../access/viewer.ts'
import { listWearers } from '../wearers/list.ts'
import { visibleBranches, visibleCompanies, visibleDevices, visibleUsers } from '../access/visible.ts'
import { contains, fullNameText, searchText } from '../http/search.ts'
import { userContains } from '../users/search.ts'

type Found = Omit<Suggestion, 'kind'>

const personName = sql<string>`${fullNameText(users)}`

const findDevices = (db: Db, viewer: Viewer, text: string): Promise<Found[]> =>
  db
    .select({ uuid: devices.uuid, name: devices.name, detail: devices.imei })
    .from(devices)
    .where(and(visibleDevices(viewer), contains(searchText(devices), text)))
    .orderBy(asc(devices.name), asc(devices.id))
    .limit(SUGGESTIONS_A_KIND)

const findPeople = (db: Db, viewer: Viewer, text: string): Promise<Found[]> =>
  db
    .select({ uuid: users.uuid, name: personName, detail: emailOf })
    .from(users)
    .where(and(visibleUsers(viewer), userContains(text)))
    .orderBy(asc(personName), asc(users.id))
    .limit(SUGGESTIONS_A_KIND)

const findCompanies = (db: Db, viewer: Viewer, text: string): Promise<Found[]> =>
  db
    .select({ uuid: companies.uuid, name: companies.name, detail: companies.code })
    .from(companies)
    .where(and(visibleCompanies(viewer), contains(searchText(companies), text)))
    .orderBy(asc(companies.name), asc(companies.id))
    .limit(SUGGESTIONS_A_KIND)

const findBranches = (db: Db, viewer: Viewer, text: string): Promise<Found[]> =>
  db
    .select({ uuid: branches.uuid, name: branches.name, detail: branches.code })
    .from(branches)
    .where(and(visibleBranches(viewer), contains(searchText(branches), text)))
    .orderBy(asc(branches.name), asc(branches.id))
    .limit(SUGGESTIONS_A_KIND)

/** By name, room or the IMEI of what they wear. */
async function findWearers(db: Db, caller: Caller, search: string): Promise<Found[]> {
  const query = { page: 1, size: SUGGESTIONS_A_KIND, search }
  const { wearers } = await listWearers(db, caller, { query })
  return wearers.map(({ uuid, firstName, lastName, imageUrl, room, bed, devices: [worn] }) => {
    const lies = { room: room?.name ?? null, bed }
    const detail = bedside((id, values) => write(caller.language, id, values) ?? '', lies) || worn?.imei
    return {
      uuid,
      name: fullName({ firstName, lastName }),
      detail: detail ?? '',
      deviceUuid: worn?.uuid ?? null,
      imageUrl,
    }
  })
}

/** A few of each kind in the viewer's scope, people under care first. */
export async function findSuggestions(db: Db, viewer: Caller, text: string): Promise<Suggestion[]> {
  const [residents, watches, people, companies, places] = await Promise.all([
    findWearers(db, viewer, text),
    findDevices(db, viewer, text),
    findPeople(db, viewer, text),
    findCompanies(db, viewer, text),
    findBranches(db, viewer, text),
  ])
  const of = (kind: Suggestion['kind'], found: Found[]) => found.map((one) => ({ kind, ...one }))
  return [
    ...of('wearer', residents),
    ...of('device', watches),
    ...of('person', people),
    ...of('company', companies),
    ...of('branch', places),
  ]
}
