import { z } from 'zod'

export const required = { error: 'is required' }

export const requiredText = (max: number) => z.string(required).trim().min(1, required).max(max)
export const optionalText = (max: number) => z.string().trim().max(max)

/** A person as people name them: uuid, user name or e-mail address. */
export const PersonKey = requiredText(254)
export const Email = requiredText(254)
  .pipe(z.email({ error: 'email' }))
  .meta({ examples: ['nora@example.org'] })
/** A telephone number as people write it; the api keeps it in one form. */
export const PhoneText = requiredText(40).meta({ examples: ['050-123-4567'] })
export const CountryCode = z
  .string()
  .regex(/^[A-Z]{2}$/)
  .meta({ examples: ['IL'] })
/** One word: no blanks. */
export const UserName = requiredText(254)
  .regex(/^\S+$/)
  .meta({ examples: ['nora.nurse'] })

export const Place = z.strictObject({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
})
export type Place = z.output<typeof Place>

export const Named = z.object({ uuid: z.uuid(), name: z.string() })
