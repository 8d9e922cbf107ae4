import type * as contract from '@carewatch/contracts/http/auth'
import { roles } from '@carewatch/contracts/roles'
import { createSession, createUser, TEST_PASSWORD } from '@carewatch/migrations/factories'
import { users } from '@carewatch/migrations/schema/people'
import type { Examples } from '../testing/example.ts'
import { keepToken, newToken } from './set-password.ts'

export const examples: Examples<typeof contract> = {
  login: {
    of: 'anyone',
    ask: ({ people }) => ({ body: { email: people.OWNER.email, password: TEST_PASSWORD } }),
  },
  validateToken: { of: 'self', ask: () => ({}) },
  act: { of: 'self', ask: () => ({ body: { acted: true } }), traceless: true },
  logout: { of: 'self', ask: () => ({}) },
  roleListing: { of: 'self', ask: () => ({}) },
  changeLanguage: { of: 'self', ask: () => ({ body: { selectedLanguage: 'lv' } }) },
  register: {
    of: 'anyone',
    ask: () => ({
      body: { firstName: 'Nina', email: `${crypto.randomUUID()}@carewatch.test`, password: 'x7qp' },
    }),
  },
  sendRecoveryEmail: { of: 'anyone', ask: ({ people }) => ({ body: { key: people.OWNER.email } }) },
  changePasswordFromLink: {
    of: 'anyone',
    ask: async (_, { db }) => {
      const token = newToken()
      const { id } = await createUser(db, { role: 'USER' })
      await keepToken(db, id, token)
      return { body: { token, newPassword: 'another 4 them' } }
    },
  },
  // A wrong one: the house's people keep the password everybody signs in with.
  changePassword: {
    of: 'self',
    ask: () => ({ body: { oldPassword: 'not theirs', newPassword: 'another 4 them' } }),
    status: 400,
  },
  // A wrong password, and a link that nobody was sent.
  changeEmail: {
    of: 'self',
    ask: () => ({ body: { email: 'somebody.else@carewatch.test', password: 'not theirs' } }),
    status: 400,
  },
  confirmEmail: { of: 'self', ask: () => ({ body: { token: 'nobody’s' } }), status: 400 },
  sessionListing: { of: 'self', ask: () => ({}) },
  endOneSession: {
    of: 'row',
    ask: async ({ people }, { db }) => ({
      params: { uuid: (await createSession(db, people.OWNER.id)).uuid },
      body: { password: TEST_PASSWORD },
    }),
    notFor: roles.filter((role) => role !== 'OWNER'),
  },
  endOtherSessions: { of: 'self', ask: () => ({ body: { password: TEST_PASSWORD } }) },
  beginTotp: { of: 'self', ask: () => ({}) },
  // Nothing was begun that a code could confirm or end.
  confirmTotp: {
    of: 'self',
    ask: async (_, { db }) => {
      await db.update(users).set({ totpSecret: null })
      return { body: { password: TEST_PASSWORD, code: '000000' } }
    },
    status: 409,
  },
  endTotp: { of: 'self', ask: () => ({ body: { password: TEST_PASSWORD, code: '000000' } }), status: 409 },
}
