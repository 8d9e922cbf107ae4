import { refusalOf } from '../../feedback/attempt.ts'
import { currentIntl } from '../../i18n/intl.ts'
import type { MessageId } from '../../i18n/messages.ts'
import { confirmedDelete } from '../form/confirm.tsx'
import { reloadScreens } from './reload.ts'
import { snack, snackFailure } from '../../feedback/snack.ts'

/** Somebody else was first: what the screen shows is no longer so. */
const OVERTAKEN: readonly number[] = [404, 409]

/** Says that something was done, and shows every screen as it is now. */
export function showDone(message: MessageId): void {
  snack('success', 200, currentIntl().formatMessage({ id: message }))
  reloadScreens()
}

/** Does what was asked and says so; answers whether it was done. */
export async function doAndShow(message: MessageId, work: () => Promise<unknown>): Promise<boolean> {
  const refusal = await refusalOf(work)
  if (!refusal) {
    showDone(message)
    return true
  }
  snackFailure(refusal)
  if (OVERTAKEN.includes(refusal.status)) reloadScreens()
  return false
}

/** The same for what is gone afterwards: it asks first. */
export async function deleteAndShow(work: () => Promise<unknown>): Promise<boolean> {
  return (await confirmedDelete()) && doAndShow('done.deleted', work)
}
