import type * as contract from '@carewatch/contracts/http/models'
import type { Examples } from '../../testing/example.ts'

export const examples: Examples<typeof contract> = {
  allModels: { of: 'list', ask: () => ({}) },
}
