import type * as contract from '@carewatch/contracts/http/monthly-packs'
import type { Examples } from '../testing/example.ts'

/** The month that runs. */
const month = (): string => new Date().toISOString().slice(0, 7)

export const examples: Examples<typeof contract> = {
  monthlyPack: { of: 'row', ask: ({ branch }) => ({ query: { branch: branch.uuid, month: month() } }) },
  issueMonthlyPack: { of: 'row', ask: ({ branch }) => ({ body: { branch: branch.uuid, month: month() } }) },
}
