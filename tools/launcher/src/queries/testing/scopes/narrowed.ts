import { products } from '@carewatch/migrations/schema/catalogue'
import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { uploads, users } from '@carewatch/migrations/schema/people'
import { wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, exists, inArray, or, type SQL, sql } from 'drizzle-orm'
import { alias, type AnyPgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { type Viewer, visibleDevices, visibleUsers } from './access/visible.ts'

/** Each statement here is narrowed, in the ways of the interface: none may be named. */
export const byRule = (db: Db, viewer: Viewer) => db.select().from(devices).where(visibleDevices(viewer))
export const byId = (db: Db, id: number) => db.select().from(devices).where(eq(devices.id, id))
export const byIds = (db: Db, ids: number[]) => db.delete(users).where(inArray(users.id, ids))
export const byNobodysId = (db: Db, id: number | null) => db.$count(devices, eq(devices.ownerId, id ?? 0))
export const ofNobody = (db: Db, name: string) => db.select().from(products).where(eq(products.name, name))
export const byRuleAndMore = (db: Db, viewer: Viewer, uuid: string) =>
  db
    .select()
    .from(devices)
    .innerJoin(users, eq(users.id, devices.ownerId))
    .leftJoin(others, eq(others.id, devices.agentId))
    .where(and(eq(devices.uuid, uuid), visibleDevices(viewer)))
const others = alias(users, 'others')

const isAmong = (column: AnyPgColumn, ids: readonly number[]): SQL =>
  sql`${column} = any(${`{${ids.join()}}`}::int[])`
export const byText = (db: Db, ids: number[]) => db.$count(devices, isAmong(devices.ownerId, ids))
export const inTemplate = (db: Db, viewer: Viewer, isAll: boolean) =>
  db.execute(sql`select ${devices.name}, case when ${devices.isSold} or ${devices.isActive} then 1 end from ${devices}
    left join ${users} owner on owner.id = ${devices.ownerId}
    where (${devices.isSold} or ${devices.isActive}) ${isAll ? sql`` : sql`and ${devices.isActive}`} and ${visibleDevices(viewer)}
    order by ${devices.name}`)
export const byOneOfTwo = (db: Db, viewer: Viewer) =>
  db.$count(devices, or(visibleDevices(viewer), eq(devices.ownerId, viewer.id)))
export const byJoinedConditions = (db: Db, viewer: Viewer) =>
  db.execute(
    sql`select from ${devices} where ${sql.join([visibleDevices(viewer), sql`${devices.isSold}`], sql` and `)}`,
  )
export const written = (facts: pg.Pool, id: number) =>
  facts.query('select value from readings where device_id = $1 and time between now() and now()', [id])
export const whoWearsIt = (db: Db, deviceId: number) =>
  db
    .select()
    .from(wearers)
    .where(sql`${wearers.id} = wearer_at(${deviceId}, now())`)

const selectDevices = (db: Db) => db.select({ name: devices.name }).from(devices)
export const finished = (db: Db, viewer: Viewer) => selectDevices(db).where(visibleDevices(viewer))
const { ownerId: owner } = devices
export const byTakenColumn = (db: Db, viewer: Viewer) => db.$count(devices, eq(owner, viewer.id))
const isOwn = (viewer: Viewer): SQL => eq(devices.ownerId, viewer.id)
function scopeOf(viewer: Viewer): { where: SQL } {
  if (viewer.id === viewer.companyId) return { where: isOwn(viewer) }
  return { where: visibleDevices(viewer) }
}
export function taken(db: Db, viewer: Viewer) {
  const { where } = scopeOf(viewer)
  return db.select().from(devices).where(where)
}
type Which = { table: PgTable; where: SQL | undefined }
const page = (db: Db, { table, where }: Which) => db.execute(sql`select from ${table} where ${where}`)
const pageOf = (db: Db, which: Omit<Which, 'table'>) => page(db, { ...which, table: devices })
export const handedOver = (db: Db, viewer: Viewer, which?: SQL) =>
  pageOf(db, { where: and(visibleDevices(viewer), which) })
const kinds = {
  device: { table: devices, isSeen: visibleDevices },
  user: { table: users, isSeen: visibleUsers },
}
export function chosen(db: Db, viewer: Viewer, kind: keyof typeof kinds) {
  const { table, isSeen } = kinds[kind]
  return db.select().from(table).where(isSeen(viewer))
}
export const forEach = (db: Db, viewer: Viewer) =>
  [visibleDevices(viewer), isOwn(viewer)].map((scope) =>
    db.$count(devices, and(scope, eq(devices.isSold, true))),
  )
const emptyOr = (scope?: SQL): SQL => scope ?? sql`false`
export const orNothing = (db: Db, viewer: Viewer, isAll: boolean) =>
  db.$count(devices, emptyOr(isAll ? visibleDevices(viewer) : undefined))

export const ofVisible = (db: Db, viewer: Viewer) => {
  const seen = db.select({ id: devices.id }).from(devices).where(visibleDevices(viewer))
  return db.$count(relatives, inArray(relatives.deviceId, seen))
}
export const whereOneIs = (db: Db, viewer: Viewer) =>
  db.$count(
    devices,
    exists(
      db
        .select()
        .from(relatives)
        .where(and(eq(relatives.deviceId, devices.id), eq(relatives.userId, viewer.id))),
    ),
  )
const idOf = (uuid: string): SQL => sql`(select ${users.id} from ${users} where ${users.uuid} = ${uuid})`
export const filtered = (db: Db, viewer: Viewer, uuid: string) =>
  db.$count(devices, and(visibleDevices(viewer), eq(devices.ownerId, idOf(uuid))))
export const shown = (db: Db, viewer: Viewer) =>
  db
    .select({
      relatives: sql`(select count(*) from ${relatives} where ${relatives.deviceId} = ${devices.id})`,
    })
    .from(devices)
    .where(visibleDevices(viewer))
export const ofProducts = (db: Db) =>
  db.select().from(products).leftJoin(uploads, eq(uploads.id, products.pictureId))
