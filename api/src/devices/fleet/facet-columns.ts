import {
  batteryBands,
  type FacetName,
  messageBands,
  NOWHERE,
  settingsBands,
  silenceBands,
} from '@carewatch/contracts/fleet'
import { formatNames, formatOf } from '@carewatch/contracts/formats'
import { deviceModels, devices, deviceStatus, watchSettings } from '@carewatch/migrations/schema/devices'
import { settingStates } from '@carewatch/migrations/schema/setting-states'
import { type SQL, sql } from 'drizzle-orm'
import { isOneOfTexts } from './texts.ts'

/** What the facets read beside the device itself, each by a unique key. */
export const facetJoins = sql`left join ${deviceStatus} on ${deviceStatus.deviceId} = ${devices.id}
  left join ${watchSettings} on ${watchSettings.deviceId} = ${devices.id}`

/** The values of these are numbers while they are counted: the places of their names. */
export const bands = {
  silence: silenceBands,
  battery: batteryBands,
  settings: settingsBands,
  messages: messageBands,
} as const satisfies Partial<Record<FacetName, readonly string[]>>

export const isBand = (name: FacetName): name is keyof typeof bands => Object.hasOwn(bands, name)

const { lastSeenAt, battery } = deviceStatus

/** A moment that is reckoned once, and not for each device anew. */
const ago = (interval: SQL): SQL => sql`(select now() - ${interval})`

const silence = sql`case when ${lastSeenAt} is null then 4 when ${lastSeenAt} >= ${ago(sql`interval '1 hour'`)} then 0
  when ${lastSeenAt} >= ${ago(sql`interval '1 day'`)} then 1 when ${lastSeenAt} >= ${ago(sql`interval '7 days'`)} then 2 else 3 end`

const charge = sql`case when ${battery} is null then 4 when ${battery} <= 10 then 0 when ${battery} <= 20 then 1
  when ${battery} <= 50 then 2 else 3 end`

/** It speaks one of these formats; a model that nobody has described is called as its format. The few models are found once, and joined to no device. */
const speaks = (formats: readonly string[]): SQL => sql`${devices.deviceModel} in (
  select ${deviceModels.name} from ${deviceModels} where ${isOneOfTexts(sql`coalesce(${deviceModels.format}, ${deviceModels.name})`, formats)}
  union all select spoken from unnest(${sql.param([...formats])}::text[]) spoken
    where not exists (select from ${deviceModels} where ${deviceModels.name} = spoken))`
const takesNone = formatNames.filter((name) => formatOf(name).settings.length === 0)
const saysNothing = formatNames.filter(
  (name) => formatOf(name).settings.length > 0 && !formatOf(name).confirms,
)

/** As `readSettingStates` says `waiting` of one device. */
const settings = sql`case when ${speaks(takesNone)} then 0
  when ${speaks(saysNothing)} then case when coalesce(${watchSettings.sentRevision}, 0) < ${watchSettings.revision} then 1 else 0 end
  when coalesce(${watchSettings.reportedRevision}, 0) < ${watchSettings.revision} then 1
  when exists (select from ${settingStates} where ${settingStates.deviceId} = ${devices.id} and ${settingStates.sentAt} is not null
    and ${settingStates.isTaken} is not true) then 1
  else 0 end`

/** Each facet as a value of a device: the same where it narrows the list and where it is counted. */
export const facetColumns = (unread: readonly number[]): Record<FacetName, SQL> => ({
  company: sql`${devices.companyId}`,
  branch: sql`${devices.branchId}`,
  deviceModel: sql`${devices.deviceModel} collate "C"`,
  firmware: sql`coalesce(${deviceStatus.firmware}, ${NOWHERE}) collate "C"`,
  silence,
  battery: charge,
  settings,
  // A list is compared one by one: as rows it is hashed.
  messages: sql`case when ${devices.id} in (select unnest(${`{${unread.join()}}`}::int[])) then 1 else 0 end`,
})
