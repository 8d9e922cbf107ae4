import type * as contract from '@carewatch/contracts/http/users'
import type { Role } from '@carewatch/contracts/roles'
import { roles } from '@carewatch/contracts/roles'
import { createUser } from '@carewatch/migrations/factories'
import type { CompanyFixture } from '../testing/fixtures.ts'
import type { Examples } from '../testing/example.ts'
import type { Harness } from '../testing/harness.ts'

/** Whoever sees an owner of their house: the carers and the owner. */
const notCarers = roles.filter((role) => !['ADMIN', 'MANAGER', 'SUPERVISOR', 'OWNER'].includes(role))

/** One more person of the house, for what would spoil the others. */
const somebody = ({ company, branch }: CompanyFixture, { db }: Harness, role: Role = 'USER') =>
  createUser(db, { role, companyId: company.id, branchId: branch.id })

/** An account that was made for somebody and that nobody used yet. */
const newcomer = ({ company, branch }: CompanyFixture, { db }: Harness) =>
  createUser(db, { role: 'USER', companyId: company.id, branchId: branch.id, mustChangePassword: true })

const onSomebody = async (fixture: CompanyFixture, harness: Harness) => ({
  params: { uuid: (await somebody(fixture, harness)).uuid },
})

export const examples: Examples<typeof contract> = {
  listUsers: { of: 'list', ask: () => ({}) },
  userDetail: {
    of: 'row',
    ask: ({ people }) => ({ params: { uuid: people.OWNER.uuid } }),
    notFor: notCarers,
  },
  userChoices: { of: 'list', ask: () => ({ params: { key: 'all' } }) },
  findUser: { of: 'self', ask: ({ people }) => ({ body: { email: people.OWNER.email } }) },
  newUser: {
    of: 'row',
    ask: ({ company, branch }) => ({
      body: {
        firstName: 'Olga',
        userName: `olga-${crypto.randomUUID()}`,
        email: `${crypto.randomUUID()}@carewatch.test`,
        sendPassword: true,
        role: 'USER',
        userType: 'WATCH',
        contactNumber: '050 123 4567',
        companyId: company.uuid,
        branchId: branch.uuid,
      },
    }),
  },
  updateUser: {
    of: 'row',
    ask: async (fixture, harness) => ({
      ...(await onSomebody(fixture, harness)),
      body: { lastName: 'Other' },
    }),
  },
  updateSelf: { of: 'self', ask: () => ({ body: { height: 171 } }) },
  userStatusChange: {
    of: 'row',
    ask: async (fixture, harness) => ({
      body: { uuid: (await somebody(fixture, harness)).uuid, isActive: false },
    }),
  },
  deleteUser: { of: 'row', ask: onSomebody },
  changeSupervisor: {
    of: 'row',
    ask: async (fixture, harness) => ({
      body: {
        userUuid: (await somebody(fixture, harness)).uuid,
        supervisorUuid: (await somebody(fixture, harness, 'SUPERVISOR')).uuid,
      },
    }),
  },
  changePasswordByAdmin: {
    of: 'row',
    ask: async (fixture, harness) => ({ body: { userUuid: (await newcomer(fixture, harness)).uuid } }),
  },
  endUserSessions: { of: 'row', ask: onSomebody },
  // These installations send no mail.
  sendRecoveryTo: { of: 'row', ask: onSomebody, status: 409 },
  resetTotp: { of: 'row', ask: onSomebody },
  eraseUser: { of: 'row', ask: onSomebody },
  setSms: { of: 'self', ask: () => ({ body: { sendSms: true } }) },
  resetTelegram: { of: 'self', ask: () => ({ params: { userKey: 'currentUser' } }) },
}
