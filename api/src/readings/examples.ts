import type * as bookmarks from '@carewatch/contracts/http/bookmarks'
import type * as positions from '@carewatch/contracts/http/positions'
import type * as contract from '@carewatch/contracts/http/readings'
import type * as ofWearer from '@carewatch/contracts/http/wearer-readings'
import type * as viewings from '@carewatch/contracts/http/viewings'
import { bookmarks as table, devices } from '@carewatch/migrations/schema/devices'
import { eq } from 'drizzle-orm'
import type { CompanyFixture } from '../testing/fixtures.ts'
import type { Examples } from '../testing/example.ts'
import type { Harness } from '../testing/harness.ts'

const since = {
  of: 'row' as const,
  ask: ({ device }: CompanyFixture) => ({ params: { imei: device.imei, time: '0' } }),
}
const one = { of: 'row' as const, ask: ({ device }: CompanyFixture) => ({ params: { imei: device.imei } }) }

async function noted({ device, people }: CompanyFixture, { db }: Harness) {
  const values = { deviceId: device.id, userId: people.RELATIVE.id, at: new Date(), label: 'Tea' }
  const [bookmark] = await db.insert(table).values(values).returning({ uuid: table.uuid })
  return { params: { uuid: bookmark?.uuid ?? '' } }
}

type All = typeof contract & typeof ofWearer & typeof positions & typeof bookmarks & typeof viewings

export const examples: Examples<All> = {
  history: {
    of: 'row',
    ask: ({ device }) => ({ params: { imei: device.imei, measurement: 'bp', time: '0' } }),
  },
  readingsSince: since,
  readingsOverview: one,
  wearerReadings: {
    of: 'row',
    ask: ({ wearer }) => ({ params: { uuid: wearer.uuid, measurement: 'bp', time: '0' } }),
  },
  wearerBookmarks: { of: 'row', ask: ({ wearer }) => ({ params: { uuid: wearer.uuid, time: '0' } }) },
  wearerOverview: { of: 'row', ask: ({ wearer }) => ({ params: { uuid: wearer.uuid } }) },
  wearerLocationDays: { of: 'row', ask: ({ wearer }) => ({ params: { uuid: wearer.uuid } }) },
  wearerLocations: { of: 'row', ask: ({ wearer }) => ({ params: { uuid: wearer.uuid, time: '0' } }) },
  locationDays: one,
  locationHistory: since,
  latestLocation: one,
  latestLocations: { of: 'list', ask: () => ({}) },
  liveLocation: {
    of: 'row',
    ask: async ({ device }, { db }) => {
      await db.update(devices).set({ homeLat: 32.08, homeLng: 34.78 }).where(eq(devices.id, device.id))
      return { body: { deviceIMEI: device.imei } }
    },
  },
  addBookmark: {
    of: 'row',
    ask: ({ device }) => ({
      body: { deviceIMEI: device.imei, time: '2026-11-21T08:30:00.000Z', label: 'Medicine' },
    }),
  },
  bookmarksSince: since,
  deleteBookmark: {
    of: 'row',
    refusedTo: ['SUPERVISOR', 'OWNER', 'MONITOR', 'BRANCH_MONITOR', 'COMPANY_MONITOR'],
    ask: noted,
  },
  deviceViewings: { of: 'row', ask: ({ device }) => ({ params: { uuid: device.uuid } }) },
}
