import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { listUsers as contract, userFilters } from '@carewatch/contracts/http/users'
import type { Db } from '@carewatch/platform/database/client'
import { branches, companies, users } from '@carewatch/migrations/schema/people'
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { emailOf, userNameOf } from '../access/identity.ts'
import type { Viewer } from '../access/viewer.ts'
import { seesEverything } from '../access/reach.ts'
import { visibleUsers } from '../access/visible.ts'
import { isAmong } from '../http/among.ts'
import type { List } from '../http/order.ts'
import { inOrder, pickPage } from '../http/pick.ts'
import { contains, fullNameText } from '../http/search.ts'
import { userContains } from './search.ts'
import { seesEmail, selectUsers, toUser } from './user-rows.ts'

type Query = Input<typeof contract>['query']

const filters: Record<(typeof userFilters)[number], SQL | undefined> = {
  all: undefined,
  active: eq(users.isActive, true),
  inactive: eq(users.isActive, false),
}

const userList: List = {
  of: users,
  joins: sql`left join ${companies} on ${companies.id} = ${users.companyId}`,
  sortable: {
    name: fullNameText(users),
    firstName: users.firstName,
    lastName: users.lastName,
    userName: userNameOf,
    role: users.role,
    userType: users.userType,
    isActive: users.isActive,
    company: { value: companies.name, isLacking: true },
    createdAt: users.createdAt,
  },
  usual: 'name',
}
const listWithEmail: List = { ...userList, sortable: { ...userList.sortable, email: emailOf } }

const idOf = (table: typeof companies | typeof branches | typeof users, uuid: string): SQL =>
  sql`(select ${table.id} from ${table} where ${table.uuid} = ${uuid})`

const isAt = (column: AnyPgColumn, id: SQL): SQL => sql`${column} = ${id}`

function placeOf({ companyUuid, branchUuid, supervisorUuid }: Query): SQL | undefined {
  const company = companyUuid === undefined ? undefined : idOf(companies, companyUuid)
  return and(
    company &&
      or(
        isAt(users.companyId, company),
        sql`${users.branchId} in (select ${branches.id} from ${branches} where ${branches.companyId} = ${company})`,
      ),
    branchUuid === undefined ? undefined : isAt(users.branchId, idOf(branches, branchUuid)),
    supervisorUuid === undefined ? undefined : isAt(users.supervisorId, idOf(users, supervisorUuid)),
  )
}

/** What is not shown is neither searched nor sorted by. */
function searchedBy(viewer: Viewer): { list: List; finds: (typed: string) => SQL } {
  if (seesEmail(viewer, '')) return { list: listWithEmail, finds: userContains }
  const text = sql`lower(${fullNameText(users)} || chr(10) || ${userNameOf})`
  return { list: userList, finds: (typed) => contains(text, typed) }
}

/** The people in the viewer's scope. */
export async function listUsers(db: Db, viewer: Viewer, query: Query): Promise<Reply<typeof contract>> {
  const { role, userType, search } = query
  const { list, finds } = searchedBy(viewer)
  const where = and(
    visibleUsers(viewer),
    filters[query.filterKey],
    role && eq(users.role, role),
    userType && eq(users.userType, userType),
    placeOf(query),
  )
  const found = search ? finds(search) : undefined
  const isAll = seesEverything(viewer)
  const { ids, total } = await pickPage(db, list, { query, where, found, isAll })
  const rows = await selectUsers(db).where(isAmong(users.id, ids))
  return { users: inOrder(ids, rows, ({ user }) => user.id).map((row) => toUser(viewer, row)), total }
}
