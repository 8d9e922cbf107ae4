import { hiddenFromStaff } from '@carewatch/migrations/roles/grants'
import { deliveries } from '@carewatch/migrations/schema/alarms'
import { devices } from '@carewatch/migrations/schema/devices'
import { invitations } from '@carewatch/migrations/schema/invitations'
import { users } from '@carewatch/migrations/schema/people'
import { beacons, gateways } from '@carewatch/migrations/schema/rooms'
import { getTableColumns } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { seen } from './seen.ts'

it.each(Object.entries({ beacons, deliveries, devices, gateways, invitations, users }))(
  'of %s everything is seen but its secrets',
  (name, table) => {
    const of = (columns: object) => Object.values(columns).map((column: { name: string }) => column.name)
    const all = of(getTableColumns(table))
    const hidden = Object.entries(hiddenFromStaff).find(([one]) => one === name)?.[1] ?? []
    expect(hidden.length).toBeGreaterThan(0)
    expect(of(seen(table))).toEqual(all.filter((column) => !hidden.includes(column)))
  },
)
