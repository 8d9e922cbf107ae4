import type * as contract from '@carewatch/contracts/http/import'
import type { Examples } from '../testing/example.ts'

export const examples: Examples<typeof contract> = {
  importRows: {
    of: 'list',
    ask: async ({ branch, company }, harness) => {
      const cells = { name: crypto.randomUUID(), branch: branch.code }
      // A sign-in of its own: walks end those of the others.
      const { token } = await harness.person('MANAGER', { companyId: company.id })
      const body = { kind: 'rooms', rows: [{ cells }] }
      const { context } = await harness.call('POST', '/import', { token, body })
      return { body: { kind: 'rooms', rows: [{ cells, seen: context.rows[0].seen }], apply: true } }
    },
  },
}
