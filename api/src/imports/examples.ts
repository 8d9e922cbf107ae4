import type * as contract from '@carewatch/contracts/http/import'
import type { Examples } from '../testing/example.ts'

export const examples: Examples<typeof contract> = {
  importRows: {
    of: 'list',
    ask: async ({ branch, people }, harness) => {
      const cells = { name: crypto.randomUUID(), branch: branch.code }
      const { token } = people.MANAGER
      const body = { kind: 'rooms', rows: [{ cells }] }
      const { context } = await harness.call('POST', '/import', { token, body })
      return { body: { kind: 'rooms', rows: [{ cells, seen: context.rows[0].seen }], apply: true } }
    },
  },
}
