import { attempt } from '../http/attempt.ts'
import { currentIntl } from '../i18n/intl.ts'
import type { MessageId } from '../i18n/messages.ts'
import { confirmedDelete } from './form/confirm.tsx'
import { reloadScreens } from './reload.ts'
import { snack } from './snack.ts'

/** Says that something was done, and shows every screen as it is now. */
export function tellDone(message: MessageId): void {
  snack('success', 200, currentIntl().formatMessage({ id: message }))
  reloadScreens()
}

/** Does what was asked and says so; answers whether it was done. */
export async function doAndTell(message: MessageId, work: () => Promise<unknown>): Promise<boolean> {
  const done = await attempt(async () => {
    await work()
    return true
  })
  if (done) tellDone(message)
  return done ?? false
}

/** The same for what is gone afterwards: it asks first. */
export async function deleteAndTell(work: () => Promise<unknown>): Promise<boolean> {
  return (await confirmedDelete()) && doAndTell('done.deleted', work)
}
