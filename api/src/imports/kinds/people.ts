import type { Input } from '@carewatch/contracts/http/endpoint'
import type { ImportColumn } from '@carewatch/contracts/http/import'
import type { updateWearer as update } from '@carewatch/contracts/http/wearers'
import type { wearers } from '@carewatch/migrations/schema/wearers'
import type { NamedPlace } from '../../devices/import/places.ts'
import { publishingEnded } from '../../alarms/publish-ended.ts'
import { newWearer } from '../../wearers/new.ts'
import { updateWearer } from '../../wearers/update.ts'
import type { RowOf } from '../cells.ts'
import { findPerson, findRoom, hasLeft, personKey } from '../find.ts'
import type { Planning } from '../planning.ts'
import { unchanged, type Wanted, type Work } from '../planned.ts'
import { placeIds, placeIn } from '../place.ts'

type Row = RowOf<'people'>
type Body = Input<typeof update>['body']
type Wearer = typeof wearers.$inferSelect
type Room = { id: number; uuid: string } | undefined

const toUpdate =
  ({ uuid, updatedAt }: Wearer, body: Body): Work =>
  async (services, caller, isTrial) => {
    const work = () => updateWearer(services.db, caller, { params: { uuid }, body: { ...body, updatedAt } })
    await (isTrial ? work() : publishingEnded(services, { wearerUuid: uuid }, work))
    return {}
  }

type There = { row: Row; person: Wearer; place: NamedPlace; room: Room }

/** What the row says and is not so: column by column, as it is sent. */
function changesOf({ row, person, place, room }: There): { changes: ImportColumn[]; body: Body } {
  const { sex, language, bed } = row
  const leaves = place.branch !== null && place.branch.id !== person.branchId
  const all: [ImportColumn, boolean, Body][] = [
    ['sex', sex !== undefined && sex !== person.sex, { sex }],
    ['language', language !== undefined && language !== person.language, { language }],
    ['branch', leaves, { branchId: place.branch?.uuid }],
    ['room', room !== undefined && room.id !== person.roomId, { roomId: room?.uuid }],
    ['bed', bed !== undefined && (bed !== person.bed || leaves), { bed }],
  ]
  const other = all.filter(([, isOther]) => isOther)
  return {
    changes: other.map(([column]) => column),
    body: Object.assign({}, ...other.map(([, , body]) => body)) as Body,
  }
}

function toMake(row: Row, place: NamedPlace, room: Room) {
  const { firstName, lastName, birthday, sex, language, bed } = row
  const body = {
    firstName,
    ...(lastName !== undefined && { lastName }),
    ...(birthday !== undefined && { dob: birthday }),
    ...(sex !== undefined && { sex }),
    ...(language !== undefined && { language }),
    ...(bed !== undefined && { bed }),
    ...(room && { roomId: room.uuid }),
    ...placeIds(place),
  }
  const work: Work = async ({ db }, caller) => {
    await newWearer(db, caller, { body })
    return {}
  }
  return { there: null, changes: [], sent: body, work }
}

/** A person is known by name and date of birth. */
export async function planPerson(planning: Planning, row: Row): Promise<Wanted> {
  const { db, caller, places } = planning
  const key = personKey(row)
  const where = placeIn(places, caller, row)
  if ('problems' in where) return { key, problems: where.problems }
  const { place } = where
  const { companyId } = place
  const asked = await findPerson(db, caller, { ...row, companyId })
  if ('problems' in asked) return { key, problems: asked.problems }
  const person = asked.found
  if (person && hasLeft(person)) return { key, problems: { row: 'hasLeft' } }
  const branchId = place.branch?.id ?? person?.branchId ?? null
  if (row.room !== undefined && branchId === null) return { key, problems: { branch: 'required' } }
  const stay = row.room !== undefined && branchId !== null
  const room = stay ? await findRoom(db, caller, { name: row.room ?? '', branchId }) : { found: null }
  if ('problems' in room) return { key, problems: room.problems }
  if (stay && !room.found) return { key, problems: { room: 'unknown' } }
  if (!person) return { key, ...toMake(row, place, room.found ?? undefined) }
  const { changes, body } = changesOf({ row, person, place, room: room.found ?? undefined })
  const work = changes.length > 0 ? toUpdate(person, body) : unchanged
  return { key, there: person, changes, sent: body, work }
}
