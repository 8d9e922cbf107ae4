import type * as contract from '@carewatch/contracts/http/import'
import type { Examples } from '../testing/example.ts'

export const examples: Examples<typeof contract> = {
  importRows: {
    of: 'list',
    ask: ({ branch }) => ({
      body: { kind: 'rooms', rows: [{ cells: { name: '12', branch: branch.code } }] },
    }),
    traceless: true,
  },
}
