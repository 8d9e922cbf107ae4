import type { LimitMap } from '@carewatch/contracts/limits'
import { defaultSettings } from '@carewatch/contracts/default-settings'
import {
  type LimitSetting,
  limitSettingsOf,
  withoutLimits,
  type WatchSettings,
} from '@carewatch/contracts/settings'
import type pg from 'pg'

export type WantedSettings = {
  revision: number
  /** What the watch said that it has. */
  reportedRevision: number | null
  /** What went down to it last. */
  sentRevision: number | null
  sentAt: Date | null
  settings: WatchSettings
}

const COLUMNS = Object.keys(withoutLimits(defaultSettings).others)
  .filter((name) => name !== 'operationMode')
  .map((name) => `'${name}', s.${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`)

const SETTINGS = `
select s.revision, s.reported_revision as "reportedRevision", s.sent_revision as "sentRevision", s.sent_at as "sentAt",
  json_build_object('operationMode', d.operation_mode, ${COLUMNS.join(', ')}) as settings, s.limits
from watch_settings s join devices d on d.id = s.device_id where s.device_id = $1`

type Row = Omit<WantedSettings, 'settings'> & {
  settings: Omit<WatchSettings, LimitSetting>
  limits: LimitMap
}

/** What a watch should be set to, from the database whenever it is needed: the broker remembers nothing that a restart could lose. */
export async function readWantedSettings(db: pg.Pool, deviceId: number): Promise<WantedSettings | undefined> {
  const { rows } = await db.query<Row>({ name: 'settings', text: SETTINGS, values: [deviceId] })
  const [row] = rows
  if (!row) return undefined
  const { limits, settings, ...rest } = row
  return { ...rest, settings: { ...settings, ...limitSettingsOf(limits) } }
}

const SENT = `
update watch_settings set sent_revision = $2, sent_at = now() where device_id = $1 and coalesce(sent_revision, 0) <= $2`

export const noteSettingsSent = (db: pg.Pool, deviceId: number, revision: number): Promise<unknown> =>
  db.query(SENT, [deviceId, revision])
