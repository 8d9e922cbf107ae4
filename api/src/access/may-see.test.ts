import { type Role, roles } from '@carewatch/contracts/roles'
import { describe, expect, it } from 'vitest'
import { companyOfStaff } from './reach.ts'
import { type DeviceScope, maySeeDevice, maySeePlace, maySeeWearer } from './may-see.ts'

const device: DeviceScope = {
  companyId: 1,
  branchId: 10,
  ownerId: 100,
  ownerSupervisorId: 200,
  relativeIds: [300, 301],
  locatingIds: [301],
  wearerUuid: null,
}
const viewer = (role: Role, values: object = {}) => ({
  id: 999,
  role,
  companyId: null,
  branchId: null,
  companyUuid: null,
  branchUuid: null,
  ...values,
})

describe('who sees a device', () => {
  it.each([
    ['ADMIN', {}, true],
    ['MANAGER', { companyId: 1 }, true],
    ['MANAGER', { companyId: 2 }, false],
    ['COMPANY_MONITOR', { companyId: 1 }, true],
    ['COMPANY_MONITOR', { companyId: 2 }, false],
    ['SUPERVISOR', { branchId: 10 }, true],
    ['SUPERVISOR', { id: 200, branchId: 11 }, true],
    ['SUPERVISOR', { id: 200, companyId: 1, branchId: 11 }, true],
    ['SUPERVISOR', { id: 200, companyId: 2, branchId: 11 }, false],
    ['SUPERVISOR', { companyId: 1, branchId: 11 }, false],
    ['MONITOR', { branchId: 10 }, true],
    ['MONITOR', { id: 200, branchId: 11 }, false],
    ['BRANCH_MONITOR', { branchId: 10 }, true],
    ['BRANCH_MONITOR', { companyId: 1 }, false],
    ['OWNER', { id: 100 }, true],
    ['OWNER', { companyId: 1, branchId: 10 }, false],
    ['RELATIVE', { id: 301 }, true],
    ['RELATIVE', { id: 100 }, false],
    ['USER', { id: 100, companyId: 1, branchId: 10 }, false],
  ] as const)('%s %o: %s', (role, values, sees) => {
    expect(maySeeDevice(viewer(role, values), device)).toBe(sees)
  })

  it.each(roles.filter((role) => role !== 'ADMIN'))(
    'a %s without a company or branch does not see devices without one',
    (role) => {
      const loose = {
        companyId: null,
        branchId: null,
        ownerId: null,
        ownerSupervisorId: null,
        relativeIds: [],
        locatingIds: [],
        wearerUuid: null,
      }
      expect(maySeeDevice(viewer(role), loose)).toBe(false)
    },
  )

  it('what stands in a branch and is about no device is for those of the branch and of its company', () => {
    const place = { companyUuid: 'one', branchUuid: 'first' }
    const handlers = roles.filter((role) => maySeePlace(viewer(role, place), place))
    expect(handlers).toEqual([
      'ADMIN',
      'MANAGER',
      'SUPERVISOR',
      'MONITOR',
      'BRANCH_MONITOR',
      'COMPANY_MONITOR',
    ])
    expect(maySeePlace(viewer('MANAGER', { ...place, companyUuid: 'two' }), place)).toBe(false)
    expect(maySeePlace(viewer('MONITOR', { ...place, branchUuid: 'second' }), place)).toBe(false)
  })

  it('what belongs to a company alone is for its managers and company monitors', () => {
    const place = { companyUuid: 'one', branchUuid: null }
    const handlers = roles.filter((role) => maySeePlace(viewer(role, place), place))
    expect(handlers).toEqual(['ADMIN', 'MANAGER', 'COMPANY_MONITOR'])
  })
})

describe('the company for which the database is asked', () => {
  it.each([
    ['MANAGER', 7],
    ['SUPERVISOR', 7],
    ['MONITOR', 7],
    ['BRANCH_MONITOR', 7],
    ['COMPANY_MONITOR', 7],
    ['ADMIN', undefined],
    ['OWNER', undefined],
    ['RELATIVE', undefined],
    ['USER', undefined],
  ] as const)('is, for a %s, %s', (role, company) => {
    expect(companyOfStaff({ role, companyId: 7 })).toBe(company)
  })

  it('is none for nobody, and for staff of no company', () => {
    expect(companyOfStaff(null)).toBeUndefined()
    expect(companyOfStaff({ role: 'MANAGER', companyId: null })).toBeUndefined()
  })
})

describe('who hears of an alarm of a device', () => {
  const worn = { ...device, wearerUuid: 'Miriam' }
  it.each<[Role, object, string | null | undefined, boolean]>([
    ['OWNER', { id: 100 }, 'Miriam', true],
    ['OWNER', { id: 100 }, 'Ruth', false],
    ['OWNER', { id: 100 }, null, false],
    ['RELATIVE', { id: 301 }, 'Ruth', false],
    // The version before named nobody.
    ['OWNER', { id: 100 }, undefined, true],
    ['OWNER', { id: 101 }, 'Miriam', false],
    ['SUPERVISOR', { branchId: 10 }, 'Ruth', true],
    ['MANAGER', { companyId: 2 }, 'Ruth', false],
  ])('%s %o of an alarm of %s: %s', (role, values, wearerUuid, expected) => {
    expect(maySeeWearer(viewer(role, values), worn, wearerUuid)).toBe(expected)
  })
})
