import type * as board from '@carewatch/contracts/http/ward'
import type * as contract from '@carewatch/contracts/http/wearers'
import { assignments, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { addDevice, type CompanyFixture } from '../testing/fixtures.ts'
import type { Examples } from '../testing/example.ts'
import type { Harness } from '../testing/harness.ts'

/** Somebody in the house who wears nothing, and whose owner is the house's. */
async function aWearer({ company, branch, people }: CompanyFixture, { db }: Harness) {
  const values = { firstName: 'Hanna', lastName: 'Levi', companyId: company.id, branchId: branch.id }
  const [wearer] = await db.insert(wearers).values(values).returning()
  if (!wearer) throw new Error('The insert answered no row.')
  await db.insert(wearerRelations).values({ wearerId: wearer.id, userId: people.OWNER.id, kind: 'OWNER' })
  return wearer
}

/** A watch that somebody wears. */
async function aWornDevice(fixture: CompanyFixture, harness: Harness) {
  const [device, wearer] = [await addDevice(harness, fixture), await aWearer(fixture, harness)]
  const values = { wearerId: wearer.id, deviceId: device.id, startedAt: new Date() }
  await harness.db.insert(assignments).values(values)
  return { deviceUUID: device.uuid, handOverFrom: wearer.uuid }
}

export const examples: Examples<typeof contract & typeof board> = {
  ward: { of: 'list', ask: () => ({}) },
  allWearers: { of: 'list', ask: () => ({}) },
  wearerDetail: { of: 'row', ask: ({ wearer }) => ({ params: { uuid: wearer.uuid } }) },
  wearerAssignments: { of: 'row', ask: ({ wearer }) => ({ params: { uuid: wearer.uuid } }) },
  newWearer: {
    of: 'row',
    ask: ({ company, branch, room }) => ({
      body: {
        firstName: 'Hanna',
        companyId: company.uuid,
        branchId: branch.uuid,
        roomId: room.uuid,
        bed: '2',
      },
    }),
  },
  updateWearer: {
    of: 'row',
    ask: async (fixture, harness) => ({
      params: { uuid: (await aWearer(fixture, harness)).uuid },
      body: { firstName: 'Hanna Ruth', dob: '1941-05-02' },
    }),
  },
  eraseWearer: {
    of: 'row',
    ask: async (fixture, harness) => ({ params: { uuid: (await aWearer(fixture, harness)).uuid } }),
  },
  wearerCare: {
    of: 'row',
    ask: ({ wearer }) => ({ params: { uuid: wearer.uuid } }),
    refusedTo: ['RELATIVE', 'MONITOR', 'BRANCH_MONITOR', 'COMPANY_MONITOR'],
  },
  updateWearerCare: {
    of: 'row',
    ask: ({ wearer }) => ({
      params: { uuid: wearer.uuid },
      body: { allergies: 'Penicillin', fallRisk: 'HIGH', doNotResuscitate: null },
    }),
  },
  grantCare: {
    of: 'row',
    ask: async (fixture, harness) => {
      const { id, uuid } = await aWearer(fixture, harness)
      const { id: userId, uuid: userUUID } = fixture.people.RELATIVE
      await harness.db.insert(wearerRelations).values({ wearerId: id, userId, kind: 'RELATIVE' })
      return { params: { uuid }, body: { userUUID, maySeeCare: false } }
    },
  },
  assignDevice: {
    of: 'row',
    ask: async (fixture, harness) => ({
      body: {
        wearerUUID: (await aWearer(fixture, harness)).uuid,
        ...(await aWornDevice(fixture, harness)),
      },
    }),
  },
  cancelPlan: {
    of: 'row',
    ask: async (fixture, harness) => {
      const [device, wearer] = [await addDevice(harness, fixture), await aWearer(fixture, harness)]
      const startedAt = new Date(Date.now() + 86_400_000)
      const values = { wearerId: wearer.id, deviceId: device.id, startedAt, dueAt: startedAt }
      const [plan] = await harness.db.insert(assignments).values(values).returning()
      return { body: { assignmentUUID: plan?.uuid ?? '' } }
    },
  },
  takeBackDevice: {
    of: 'row',
    ask: async (fixture, harness) => {
      const { deviceUUID } = await aWornDevice(fixture, harness)
      return { body: { deviceUUID } }
    },
  },
}
