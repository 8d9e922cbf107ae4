import type * as contract from '@carewatch/contracts/http/figure-mails'
import type { Examples } from '../../testing/example.ts'

export const examples: Examples<typeof contract> = {
  figureMail: { of: 'self', ask: () => ({}) },
  changeFigureMail: { of: 'self', ask: () => ({ body: { every: null } }), traceless: true },
}
