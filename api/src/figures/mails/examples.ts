import type * as contract from '@carewatch/contracts/http/figure-mails'
import { figureMails } from '@carewatch/migrations/schema/figure-mails'
import type { Examples } from '../../testing/example.ts'

export const examples: Examples<typeof contract> = {
  figureMail: { of: 'self', ask: () => ({}) },
  changeFigureMail: {
    of: 'self',
    ask: async ({ people: { MANAGER, ADMIN } }, { db }) => {
      const asked = [MANAGER, ADMIN].map(({ id: userId }) => ({
        userId,
        every: 'WEEK' as const,
        dueAt: new Date(),
      }))
      await db.insert(figureMails).values(asked).onConflictDoNothing()
      return { body: { every: null } }
    },
  },
}
