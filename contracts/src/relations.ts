import { z } from 'zod'

/** Who a relative is to the owner (specification, point 3). */
export const relations = [
  'son',
  'daughter',
  'husband',
  'wife',
  'father',
  'mother',
  'brother',
  'sister',
  'son-in-law',
  'daughter-in-law',
] as const

export const sosPriorities = ['HIGH', 'MEDIUM', 'LOW'] as const

const orRequired = (id: string) => ({
  error: ({ input }: { input: unknown }) => (input === undefined || input === '' ? id : 'invalid'),
})

/** The form of a relative; each missing answer has a text of its own. */
export const relativeFields = {
  name: z.string({ error: 'nameRequired' }).trim().min(1, { error: 'nameRequired' }).max(100),
  relation: z.enum(relations, orRequired('relationRequired')),
  email: z
    .string({ error: 'emailRequired' })
    .trim()
    .min(1, { error: 'emailRequired' })
    .max(254)
    .pipe(z.email({ error: 'email' })),
  phone: z.string().trim().max(40).nullable(),
  smsAlerts: z.boolean(),
  createUserInPortal: z.boolean(),
  sosPriority: z.enum(sosPriorities),
  maySeeLocation: z.boolean(),
}
