import type * as contract from '@carewatch/contracts/http/auth'
import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import type { Samples } from '../testing/sample.ts'

export const samples: Samples<typeof contract> = {
  login: {
    of: 'anyone',
    ask: ({ people }) => ({ body: { email: people.OWNER.email, password: TEST_PASSWORD } }),
  },
  validateToken: { of: 'self', ask: () => ({}) },
  logout: { of: 'self', ask: () => ({}) },
  roleListing: { of: 'self', ask: () => ({}) },
  changeLanguage: { of: 'self', ask: () => ({ body: { selectedLanguage: 'lv' } }) },
}
