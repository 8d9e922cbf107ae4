import { users } from '@carewatch/migrations/schema/people'
import { wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { asc } from 'drizzle-orm'
import { isAmong } from '../http/among.ts'

const TRIES = 4
/** Somebody was changed since this moment began, or each of two waited for the other. */
const IS_OVERTAKEN = /^(40001|40P01)$/

const isOvertaken = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && IS_OVERTAKEN.test(String(error.code))) || isOvertaken(error.cause))

/** What is made of one moment and kept; made again where one whom it names was changed or erased meanwhile. */
export async function inOneMoment<Made>(
  db: Db,
  make: (tx: Db) => Promise<Made>,
  tries = TRIES,
): Promise<Made> {
  try {
    return await db.transaction(make, { isolationLevel: 'repeatable read' })
  } catch (error) {
    if (tries <= 1 || !isOvertaken(error)) throw error
    return inOneMoment(db, make, tries - 1)
  }
}

/** Whoever is erased while what names them is kept is erased after it, and from it too. Accounts before wearers, as erasing holds them. */
export async function holdNamed(
  tx: Db,
  { userIds, wearerIds }: { userIds: readonly number[]; wearerIds: readonly number[] },
): Promise<void> {
  await tx
    .select({ id: users.id })
    .from(users)
    .where(isAmong(users.id, userIds))
    .orderBy(asc(users.id))
    .for('share')
  await tx
    .select({ id: wearers.id })
    .from(wearers)
    .where(isAmong(wearers.id, wearerIds))
    .orderBy(asc(wearers.id))
    .for('share')
}
