import { wearers } from '@carewatch/migrations/schema/wearers'
import { rooms } from '@carewatch/migrations/schema/rooms'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleRooms } from '../access/visible.ts'
import { visibleWearers } from '../access/visible-wearers.ts'
import type { Problems } from './planned.ts'

type Room = typeof rooms.$inferSelect
type Found<Row> = { found: Row | null } | { problems: Problems }

/** A room of a branch by its name. */
export async function findRoom(
  db: Db,
  viewer: Viewer,
  { name, branchId }: { name: string; branchId: number },
): Promise<Found<Room>> {
  const found = await db
    .select()
    .from(rooms)
    .where(
      and(eq(rooms.branchId, branchId), sql`lower(${rooms.name}) = lower(${name})`, visibleRooms(viewer)),
    )
  return found.length > 1 ? { problems: { room: 'ambiguous' } } : { found: found[0] ?? null }
}

type Asked = {
  firstName: string
  lastName?: string | undefined
  birthday?: string | undefined
  companyId: number | null
}

const spaced = (text: string): string => text.trim().replaceAll(/\s+/g, ' ')
const plain = (text: string): string => spaced(text).toLowerCase()
export const personKey = ({ firstName, lastName = '', birthday = '' }: Omit<Asked, 'companyId'>): string =>
  [plain(firstName), plain(lastName), birthday].join('|')

type Wearer = typeof wearers.$inferSelect

/** Of those of a name, who is meant: whoever was born then or, where the row does not say when, the only one. */
function meant(named: readonly Wearer[], birthday: string | undefined): Found<Wearer> {
  if (birthday === undefined)
    return named.length > 1 ? { problems: { row: 'ambiguous' } } : { found: named[0] ?? null }
  const born = named.filter(({ dob }) => dob === birthday)
  if (born.length > 1) return { problems: { row: 'ambiguous' } }
  if (born[0]) return { found: born[0] }
  // Whether that is the same person nobody can know, and to take one for another is worse than to ask.
  return named.some(({ dob }) => dob === null) ? { problems: { birthday: 'birthUnknown' } } : { found: null }
}

/** A person under care by name and date of birth. */
export async function findPerson(db: Db, viewer: Viewer, asked: Asked): Promise<Found<Wearer>> {
  const { companyId, birthday } = asked
  // Both made small by the database: it does not do it to every letter as we do, and a name would not be its own.
  const isNamed = sql`regexp_replace(lower(trim(${wearers.firstName})), '\\s+', ' ', 'g') = lower(${spaced(asked.firstName)})
    and regexp_replace(lower(trim(${wearers.lastName})), '\\s+', ' ', 'g') = lower(${spaced(asked.lastName ?? '')})`
  const isThere = companyId === null ? undefined : eq(wearers.companyId, companyId)
  const named = await db
    .select()
    .from(wearers)
    .where(and(isNamed, isThere, visibleWearers(viewer)))
  return meant(named, birthday)
}

export const hasLeft = ({ status }: Wearer): boolean => status === 'LEFT' || status === 'DECEASED'
