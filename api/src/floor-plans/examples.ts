import type * as contract from '@carewatch/contracts/http/floor-plans'
import { createRoom } from '@carewatch/migrations/factories'
import { floorPlans } from '@carewatch/migrations/schema/rooms'
import { aPicture, formOf } from '../testing/files.ts'
import type { CompanyFixture } from '../testing/fixtures.ts'
import type { Examples } from '../testing/example.ts'
import type { Harness } from '../testing/harness.ts'

/** The branch has a plan; asked for twice it is another. */
async function withPlan({ branch }: CompanyFixture, { db }: Harness) {
  const content = await aPicture('png', 240)
  const picture = { mediaType: 'image/png' as const, width: 240, height: 240, content }
  const [plan] = await db
    .insert(floorPlans)
    .values({ branchId: branch.id, ...picture })
    .onConflictDoUpdate({ target: floorPlans.branchId, set: picture })
    .returning()
  if (!plan) throw new Error('The insert answered no row.')
  return { plan, params: { uuid: branch.uuid } }
}

export const examples: Examples<typeof contract> = {
  floorPlan: { of: 'row', ask: ({ branch }) => ({ params: { uuid: branch.uuid } }) },
  floorPlanPicture: {
    of: 'row',
    ask: async (fixture, harness) => ({ params: { uuid: (await withPlan(fixture, harness)).plan.uuid } }),
  },
  sendFloorPlan: {
    of: 'row',
    ask: async ({ branch }) => ({
      params: { uuid: branch.uuid },
      form: formOf(['plan.png', await aPicture('png', 240)]),
    }),
  },
  placeRooms: {
    of: 'row',
    ask: async (fixture, harness) => {
      const { plan, params } = await withPlan(fixture, harness)
      const room = await createRoom(harness.db, fixture.branch.id)
      return {
        params,
        body: {
          rooms: [{ uuid: room.uuid, spot: { x: 0.25, y: 0.5 } }],
          updatedAt: plan.updatedAt.toISOString(),
        },
      }
    },
  },
  deleteFloorPlan: {
    of: 'row',
    ask: async (fixture, harness) => ({ params: (await withPlan(fixture, harness)).params }),
  },
}
