import type { AuditEntity } from '@carewatch/contracts/audit'
import { Uuid } from '@carewatch/contracts/wire'
import type { Db } from '@carewatch/platform/database/client'
import { alarms, tasks } from '@carewatch/migrations/schema/alarms'
import { articles, products } from '@carewatch/migrations/schema/catalogue'
import { bookmarks, devices, fences, relatives } from '@carewatch/migrations/schema/devices'
import { branches, companies, users } from '@carewatch/migrations/schema/people'
import { beacons, gateways, rooms } from '@carewatch/migrations/schema/rooms'
import { wearers } from '@carewatch/migrations/schema/wearers'
import { inArray, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Viewer } from '../access/viewer.ts'
import { deletedHere } from '../access/deleted-here.ts'
import * as visible from '../access/visible.ts'
import * as lives from '../access/visible-lives.ts'
import { visibleWearers } from '../access/visible-wearers.ts'

export type About = { name: string; mayOpen: boolean }
type Named = {
  table: PgTable & { uuid: AnyPgColumn }
  name: AnyPgColumn | SQL | ((viewer: Viewer) => SQL)
  isSeen: (viewer: Viewer) => SQL
  /** Deleted rows that are named nevertheless. */
  wasSeen?: (viewer: Viewer) => SQL | undefined
}

const deviceName = (deviceId: AnyPgColumn): SQL =>
  sql`(select ${devices.name} from ${devices} where ${devices.id} = ${deviceId})`

/** By the watch, to whoever may see it as it is now; else by whom it is about. */
const alarmName = (viewer: Viewer): SQL => sql`coalesce(
  (select ${devices.name} from ${devices} where ${devices.id} = ${alarms.deviceId} and ${lives.isNamed(viewer, lives.worn.alarms)}),
  nullif((select wearer_summary(${alarms.wearerId}, ${alarms.companyId}) ->> 'name'), ''))`

const everybody = (): SQL => sql`true`

/** Where the rows that a trace can be about have their names; what belongs to a watch is called by it. */
const named: Partial<Record<AuditEntity, Named>> = {
  device: {
    table: devices,
    name: devices.name,
    isSeen: visible.visibleDevices,
    wasSeen: deletedHere.devices,
  },
  user: {
    table: users,
    name: sql`trim(${users.firstName} || ' ' || ${users.lastName})`,
    isSeen: visible.visibleUsers,
    wasSeen: deletedHere.users,
  },
  company: {
    table: companies,
    name: companies.name,
    isSeen: visible.visibleCompanies,
    wasSeen: deletedHere.companies,
  },
  branch: {
    table: branches,
    name: branches.name,
    isSeen: visible.visibleBranches,
    wasSeen: deletedHere.branches,
  },
  room: {
    table: rooms,
    name: rooms.name,
    isSeen: visible.visibleRooms,
    wasSeen: deletedHere.rooms,
  },
  gateway: {
    table: gateways,
    name: gateways.name,
    isSeen: visible.visibleGateways,
    wasSeen: deletedHere.gateways,
  },
  beacon: {
    table: beacons,
    name: beacons.name,
    isSeen: visible.visibleBeacons,
    wasSeen: deletedHere.beacons,
  },
  wearer: {
    table: wearers,
    name: sql`trim(${wearers.firstName} || ' ' || ${wearers.lastName})`,
    isSeen: visibleWearers,
  },
  relative: {
    table: relatives,
    name: relatives.name,
    isSeen: (viewer) => visible.ofVisibleDevice(viewer, relatives.deviceId),
  },
  fence: {
    table: fences,
    name: fences.name,
    isSeen: (viewer) => visible.ofVisibleDevice(viewer, fences.deviceId),
  },
  bookmark: {
    table: bookmarks,
    name: deviceName(bookmarks.deviceId),
    isSeen: (viewer) => visible.ofVisibleDevice(viewer, bookmarks.deviceId),
  },
  alarm: { table: alarms, name: alarmName, isSeen: lives.visibleAlarms },
  task: { table: tasks, name: tasks.title, isSeen: lives.visibleTasks },
  product: { table: products, name: products.name, isSeen: everybody },
  article: { table: articles, name: articles.title, isSeen: everybody },
}

type Row = { entity: AuditEntity; entityUuid: string | null }

const keyOf = ({ entity, entityUuid }: Row): string => `${entity}/${entityUuid}`

async function namesOf(db: Db, viewer: Viewer, { entity, uuids }: { entity: AuditEntity; uuids: string[] }) {
  const from = named[entity]
  if (!from || uuids.length === 0) return []
  const { table, name, isSeen, wasSeen } = from
  const rows = await db
    .select({
      uuid: sql<string>`${table.uuid}`,
      name: sql<string | null>`${typeof name === 'function' ? name(viewer) : name}`,
      mayOpen: sql<boolean>`coalesce(${isSeen(viewer)}, false)`,
    })
    .from(table)
    .where(sql`${inArray(table.uuid, uuids)} and (${or(isSeen(viewer), wasSeen?.(viewer))})`)
  return rows.map(({ uuid, ...about }) => ({ key: keyOf({ entity, entityUuid: uuid }), ...about }))
}

/** What the rows of a page are called: one question for each kind of row on it. */
export async function namesOfRows(
  db: Db,
  viewer: Viewer,
  rows: readonly Row[],
): Promise<(row: Row) => About | null> {
  const kinds = [...new Set(rows.map(({ entity }) => entity))]
  const found = await Promise.all(
    kinds.map((entity) => {
      const uuids = rows.flatMap((row) => {
        const uuid = row.entity === entity ? Uuid.safeParse(row.entityUuid).data : undefined
        return uuid ?? []
      })
      return namesOf(db, viewer, { entity, uuids: [...new Set(uuids)] })
    }),
  )
  const names = new Map(found.flat().map(({ key, name, mayOpen }) => [key, name ? { name, mayOpen } : null]))
  return (row) => names.get(keyOf(row)) ?? null
}
