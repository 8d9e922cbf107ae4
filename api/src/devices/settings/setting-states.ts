import type { Format } from '@carewatch/contracts/formats'
import type { SettingsState } from '@carewatch/contracts/http/device-settings'
import { type LastSending, settingStateOf, type WholeSettings } from '@carewatch/contracts/setting-states'
import { settingNames, type WatchSettings } from '@carewatch/contracts/settings'
import type { Db } from '@carewatch/platform/database/client'
import { watchSettingsHistory } from '@carewatch/migrations/schema/devices'
import { settingStates } from '@carewatch/migrations/schema/setting-states'
import { eq, sql } from 'drizzle-orm'

type Change = { name: string; revision: number; at: Date }

/** In which revision each setting was changed last, and when. */
async function lastChanges(db: Db, deviceId: number): Promise<Map<string, Change>> {
  const { change, revision, at } = watchSettingsHistory
  const name = sql<string>`jsonb_object_keys(${change})`
  const names = db
    .select({ name: name.as('name'), revision, at })
    .from(watchSettingsHistory)
    .where(eq(watchSettingsHistory.deviceId, deviceId))
    .as('named')
  const rows = await db
    .select({
      name: names.name,
      revision: sql<number>`max(${names.revision})`.mapWith(Number),
      at: sql<Date>`max(${names.at})`.mapWith(at),
    })
    .from(names)
    .groupBy(names.name)
  return new Map(rows.map((row) => [row.name, row]))
}

const isOpen = ({ sentAt, isTaken }: LastSending): boolean => sentAt !== null && isTaken !== true

/** How far each setting has come, and whether something is left that the watch does not have. */
export async function readSettingStates(
  db: Db,
  { id, whole, settings }: { id: number; whole: WholeSettings; settings: WatchSettings },
  { settings: supported, confirms }: Format,
): Promise<Pick<SettingsState, 'states' | 'waiting'>> {
  const rows = await db.select().from(settingStates).where(eq(settingStates.deviceId, id))
  const changes = await lastChanges(db, id)
  const sendings = new Map<string, LastSending>(rows.map((row) => [row.setting, row]))
  const states = settingNames.map((setting) => {
    const change = changes.get(setting)
    const wantedAt = change?.at ?? null
    if (!supported.includes(setting))
      return { setting, state: 'NOT_SUPPORTED' as const, wantedAt, sentAt: null, answeredAt: null }
    const isChosen = settings[setting] !== null
    const known = { changedIn: change?.revision ?? 0, confirms, isChosen }
    return { setting, wantedAt, ...settingStateOf(sendings.get(setting), whole, known) }
  })
  return { states, waiting: supported.length > 0 && isWaiting(whole, rows, confirms) }
}

/** As the facet of the devices says it of many (`fleet/facet-columns.ts`). */
function isWaiting(whole: WholeSettings, sendings: readonly LastSending[], confirms: boolean): boolean {
  const { revision, reportedRevision, sentRevision } = whole
  if (!confirms) return (sentRevision ?? 0) < revision
  return (reportedRevision ?? 0) < revision || sendings.some(isOpen)
}
