import type { Client } from 'aedes'
import type pg from 'pg'
import { sendSettings, wantsSettings } from './downlink.ts'
import type { Session } from './session.ts'

const STILL_WELCOME = `
select is_active and deleted_at is null and coalesce(credential_rotated_at, 'epoch') <= $2 as welcome from devices where id = $1`

/** When a device's row changed: cuts a connection that is no longer welcome (deactivated, password rotated), sends new settings to the others. */
export function createRenewal(db: pg.Pool) {
  return async (client: Client, session: Session): Promise<void> => {
    if (!session.source) return
    const { rows } = await db.query<{ welcome: boolean }>(STILL_WELCOME, [
      session.source.deviceId,
      session.signedInAt,
    ])
    if (!rows[0]?.welcome) {
      client.close()
      return
    }
    const { principal } = session
    const filters = Object.keys('subscriptions' in client ? (client.subscriptions as object) : {})
    const isSubscribed =
      principal.kind === 'watch' && filters.some((filter) => wantsSettings(principal.name, filter))
    if (isSubscribed && !client.closed) await sendSettings(db, client, session)
  }
}
