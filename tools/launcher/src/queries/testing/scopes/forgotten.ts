import { products } from '@carewatch/migrations/schema/catalogue'
import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, exists, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgTable } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { isThere, type Viewer, visibleDevices, visibleUsers } from './access/visible.ts'

/** Each statement here forgets in a way of its own whose rows it may find: what `check-scopes.ts` is tried on. */
export const everything = (db: Db) => db.select().from(devices)
export const byUuid = (db: Db, uuid: string) => db.select().from(devices).where(eq(devices.uuid, uuid))
export const byTextId = (db: Db, chat: string) =>
  db.select().from(users).where(eq(users.telegramChatId, chat))
export const bySmallNumber = (db: Db, place: number) =>
  db.select().from(relatives).where(eq(relatives.phonebookId, place))
export const changed = (db: Db, uuid: string) =>
  db.update(devices).set({ name: '' }).where(eq(devices.uuid, uuid))
export const deleted = (db: Db, uuid: string) => db.delete(users).where(eq(users.uuid, uuid))
export const counted = (db: Db) => db.$count(devices, isNull(devices.deletedAt))
export const noRule = (db: Db) => db.$count(devices, isThere())
export const renamed = (db: Db, uuid: string) => db.select().from(mine).where(eq(mine.uuid, uuid))
const mine = alias(devices, 'mine')

export const inTemplate = (db: Db, uuid: string) =>
  db.execute(sql`select ${devices.name} from ${devices} where ${devices.uuid} = ${uuid}`)
export const inChoiceOfTemplate = (db: Db, viewer: Viewer, uuid: string) =>
  db.execute(
    sql`select from ${devices} where ${visibleDevices(viewer)} and ${devices.isSold} or ${devices.uuid} = ${uuid}`,
  )
export const negatedInTemplate = (db: Db, viewer: Viewer) =>
  db.execute(sql`select from ${devices} where not ${visibleDevices(viewer)}`)
export const unreadable = (db: Db, words: string) => db.execute(sql.raw(words))
export const written = (facts: pg.Pool, from: Date) =>
  facts.query('select value from readings where time > $1', [from])
export const writtenByUuid = (facts: pg.Pool, uuid: string) =>
  facts.query(
    'select r.value from readings r join devices d on d.id = r.device_id where r.time > now() and d.uuid = $1',
    [uuid],
  )

const isSold = eq(devices.isSold, true)
export const byConstant = (db: Db) => db.select().from(devices).where(isSold)
const isCalled = (name: string): SQL => and(eq(devices.name, name), isSold) ?? sql`false`
export const byHelper = (db: Db, name: string) => db.select().from(devices).where(isCalled(name))
function ofSome(viewer: Viewer, isStaff: boolean): SQL | undefined {
  if (isStaff) return visibleDevices(viewer)
}
export const byHelperWithoutEnd = (db: Db, viewer: Viewer) =>
  db.select().from(devices).where(ofSome(viewer, true))

const selectDevices = (db: Db) => db.select({ name: devices.name }).from(devices)
export const finished = (db: Db, uuid: string) => selectDevices(db).where(eq(devices.uuid, uuid))
export const unfinished = async (db: Db) => (await selectDevices(db)).length
export function changedLater(db: Db, viewer: Viewer, isAll: boolean) {
  let query = db.select().from(devices).$dynamic()
  if (!isAll) query = query.where(visibleDevices(viewer))
  return query
}

const find = (db: Db, where: SQL | undefined) => db.select().from(devices).where(where)
export const handedOver = (db: Db, uuid: string) => find(db, eq(devices.uuid, uuid))
export const handedNothing = (db: Db) => find(db, undefined)
type Which = { table: PgTable; where: SQL | undefined }
const page = (db: Db, { table, where }: Which) => db.execute(sql`select from ${table} where ${where}`)
const pageOf = (db: Db, which: Which) => page(db, { ...which, table: which.table })
export const handedInObject = (db: Db) => pageOf(db, { table: devices, where: isSold })
export const overwritten = (db: Db, viewer: Viewer, other: Partial<Which>) =>
  page(db, { table: devices, where: visibleDevices(viewer), ...other })
const picked = (db: Db, which: SQL) => db.$count(users, which)
export const works = { picked }
export const calledForEach = (db: Db, viewer: Viewer) =>
  [visibleDevices(viewer), isSold].map((scope) => db.$count(devices, scope))
export const calledForNothing = (db: Db, viewer: Viewer, isAll: boolean) =>
  [visibleDevices(viewer), isAll ? undefined : visibleDevices(viewer)].map((scope) =>
    db.$count(devices, scope),
  )
const scopes = { own: visibleDevices, all: () => sql`true` }
export const chosen = (db: Db, viewer: Viewer, key: keyof typeof scopes) =>
  db.$count(devices, scopes[key](viewer))

export const inOneCase = (db: Db, viewer: Viewer, isStaff: boolean) =>
  db.$count(devices, isStaff ? undefined : visibleDevices(viewer))
export const inOneOfTwo = (db: Db, viewer: Viewer, uuid: string) =>
  db.$count(devices, or(visibleDevices(viewer), eq(devices.uuid, uuid)))
export const negated = (db: Db, viewer: Viewer) => db.$count(devices, not(visibleDevices(viewer)))
export const inShortenedList = (db: Db, viewer: Viewer) =>
  db.$count(devices, and(...[visibleDevices(viewer), isSold].filter((one) => one !== isSold)))

const own = (db: Db, viewer: Viewer) => db.select().from(users).where(eq(users.id, viewer.id))
export const whereAnybodyIs = (db: Db, viewer: Viewer) => db.$count(devices, exists(own(db, viewer)))
export const ofAnybody = (db: Db, uuid: string) =>
  db.$count(
    relatives,
    inArray(relatives.deviceId, db.select({ id: devices.id }).from(devices).where(eq(devices.uuid, uuid))),
  )
export const joinedToAll = (db: Db, viewer: Viewer) =>
  db
    .select()
    .from(devices)
    .innerJoin(users, eq(users.isActive, devices.isActive))
    .where(visibleDevices(viewer))
export const joinedFromOutside = (db: Db, viewer: Viewer) =>
  db
    .select()
    .from(users)
    .leftJoin(devices, and(eq(devices.ownerId, users.id), visibleDevices(viewer)))
const firstOf = sql`(select ${relatives.deviceId} from ${relatives} where ${relatives.deviceId} = ${devices.id} limit 1)`
export const linkedBySelect = (db: Db) =>
  db.execute(
    sql`select from ${devices} join ${users} on ${users.id} = coalesce(${devices.ownerId}, ${firstOf})`,
  )
export const linkedToEachOther = (db: Db) =>
  db.select().from(devices).innerJoin(users, eq(users.id, devices.ownerId)).where(isSold)
export const shown = (db: Db, viewer: Viewer, uuid: string) =>
  db
    .select({
      name: devices.name,
      other: sql`(select ${users.email} from ${users} where ${users.uuid} = ${uuid})`,
    })
    .from(devices)
    .where(visibleDevices(viewer))
export const inUnion = (db: Db, viewer: Viewer) =>
  db.execute(
    sql`select ${users.email} from ${users} where ${visibleUsers(viewer)} union select ${users.email} from ${users}`,
  )

export function excused(db: Db) {
  // unscoped: they are only counted, and said to nobody
  return db.$count(devices)
}
export function excusedInVain(db: Db) {
  // unscoped: a product is anybody's to read
  return db.$count(products)
}
export function excusedWithoutReason(db: Db) {
  // unscoped: so be it
  return db.$count(devices)
}
