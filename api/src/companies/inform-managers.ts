import type { Services } from '../services.ts'
import { managersOf } from './managers.ts'

type Place = { companyId: number; name: string; heardUntil: Date | null }

/** Whoever manages a company hears by letter that it, or a branch of it, is inactive, and until when its devices are heard: they may not sign in to read it. */
export async function informManagers(
  { db, mail }: Pick<Services, 'db' | 'mail'>,
  { companyId, name, heardUntil }: Place,
): Promise<void> {
  if (heardUntil === null) return
  for (const person of await managersOf(db, companyId)) mail.sendPlaceInactive(person, { name, heardUntil })
}
