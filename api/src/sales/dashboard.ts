import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { salesDashboard } from '@carewatch/contracts/http/sales'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { branches, companies, users } from '@carewatch/migrations/schema/people'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleBranches, visibleCompanies, visibleDevices, visibleUsers } from '../access/visible.ts'
import { knownZone } from '../http/zone.ts'

type Query = Input<typeof salesDashboard>['query']
type Reckoned = Reply<typeof salesDashboard>

/** The place that was asked for, as ids; one outside the viewer's scope is not found. */
async function placeOf(db: Db, viewer: Viewer, { companyUuid, branchUuid }: Query) {
  const [company] = companyUuid
    ? await db
        .select()
        .from(companies)
        .where(and(eq(companies.uuid, companyUuid), visibleCompanies(viewer)))
    : [null]
  const [branch] = branchUuid
    ? await db
        .select()
        .from(branches)
        .where(and(eq(branches.uuid, branchUuid), visibleBranches(viewer)))
    : [null]
  if (company === undefined || branch === undefined) throw new Refusal('notFound')
  return { companyId: company?.id, branchId: branch?.id }
}
type Place = Awaited<ReturnType<typeof placeOf>>

const placed = (table: typeof users | typeof devices, { companyId, branchId }: Place): SQL | undefined =>
  and(
    companyId === undefined ? undefined : eq(table.companyId, companyId),
    branchId === undefined ? undefined : eq(table.branchId, branchId),
  )

type Total = { supervised: number; private: number; sold: number; unsold: number }
type Step = { at: string; sold: number; customers: number }

const figures = ({ supervised, private: alone, sold, unsold }: Total) => ({
  customers: { supervised, private: alone },
  devices: { sold, unsold },
})

/** Customers and devices of the viewer's scope, to date and this month, with their steps by day and by month. */
export async function getSalesDashboard(db: Db, viewer: Viewer, query: Query): Promise<Reckoned> {
  const place = await placeOf(db, viewer, query)
  const zone = knownZone(viewer.timeZone)
  const owners = and(eq(users.role, 'OWNER'), visibleUsers(viewer), placed(users, place))
  const watches = and(visibleDevices(viewer), placed(devices, place))
  const localMonth = sql`date_trunc('month', now() at time zone ${zone})`
  const month = sql`(${localMonth} at time zone ${zone})`

  const totals = (ownersWhen: SQL, soldWhen: SQL, madeWhen: SQL) => sql<Total>`
    select
      (select count(*) filter (where ${users.supervisorId} is not null)::int from ${users} where ${owners} and ${ownersWhen}) as supervised,
      (select count(*) filter (where ${users.supervisorId} is null)::int from ${users} where ${owners} and ${ownersWhen}) as private,
      (select count(*)::int from ${devices} where ${watches} and ${devices.isSold} and ${soldWhen}) as sold,
      (select count(*)::int from ${devices} where ${watches} and not ${devices.isSold} and ${madeWhen}) as unsold`

  const steps = (unit: 'day' | 'month', from: SQL) => sql<Step>`
    with spans as (
      select span, span + ${`1 ${unit}`}::interval as until
      from generate_series(${from}, now() at time zone ${zone}, ${`1 ${unit}`}::interval) as span)
    select to_char(span, 'YYYY-MM-DD') as at, coalesce(sold, 0)::int as sold, coalesce(customers, 0)::int as customers
    from spans
    left join (
      select date_trunc(${unit}, ${devices.soldAt} at time zone ${zone}) as span, count(*) as sold
      from ${devices} where ${watches} and ${devices.isSold} and ${devices.soldAt} >= ${from} at time zone ${zone} group by 1) s using (span)
    left join (
      select date_trunc(${unit}, ${users.createdAt} at time zone ${zone}) as span, count(*) as customers
      from ${users} where ${owners} and ${users.createdAt} >= ${from} at time zone ${zone} group by 1) c using (span)
    order by 1`

  const [
    {
      rows: [toDate],
    },
    {
      rows: [thisMonth],
    },
    { rows: days },
    { rows: months },
  ] = await Promise.all([
    db.execute<Total>(totals(sql`true`, sql`true`, sql`true`)),
    db.execute<Total>(
      totals(
        sql`${users.createdAt} >= ${month}`,
        sql`${devices.soldAt} >= ${month}`,
        sql`${devices.createdAt} >= ${month}`,
      ),
    ),
    db.execute<Step>(steps('day', localMonth)),
    db.execute<Step>(steps('month', sql`(${localMonth} - interval '11 months')`)),
  ])
  if (!toDate || !thisMonth) throw new Refusal('unavailable')
  return {
    toDate: figures(toDate),
    thisMonth: figures(thisMonth),
    days: days.map(({ at, sold, customers }) => ({ day: at, sold, customers })),
    months: months.map(({ at, sold, customers }) => ({ month: at, sold, customers })),
  }
}
