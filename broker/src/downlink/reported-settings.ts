import { isSameSetting, reportedSetting } from '@carewatch/contracts/reported-setting'
import { type SettingName, settingNames } from '@carewatch/contracts/settings'
import type pg from 'pg'
import { nativeDigest } from './native.ts'
import { noteSettingsAnswer } from './setting-ledger.ts'
import { readWantedSettings } from './wanted-settings.ts'

type Reported = {
  deviceId: number
  /** Up to which revision of the settings it has taken them. */
  revision: number | undefined
  values: Readonly<Record<string, unknown>>
}

type Result = 'taken' | 'readBack' | 'differs'

const ATTEMPTS = `
select setting, revision, digest, attempt, is_taken as "isTaken" from setting_states where device_id = $1 and sent_at is not null`
type Row = {
  setting: SettingName
  revision: number
  digest: string
  attempt: number
  isTaken: boolean | null
}

/** What a watch says that it is set to, beside what it was sent last: of what it was not sent yet nothing is known. */
export async function noteReportedSettings(
  db: pg.Pool,
  { deviceId, revision = 0, values }: Reported,
): Promise<void> {
  const wanted = await readWantedSettings(db, deviceId)
  if (!wanted) return
  const { rows } = await db.query<Row>(ATTEMPTS, [deviceId])
  const sent = new Map(rows.map((row) => [row.setting, row]))
  const attempts: Record<Result, Map<SettingName, number>> = {
    taken: new Map(),
    readBack: new Map(),
    differs: new Map(),
  }
  for (const name of settingNames) {
    const row = sent.get(name)
    if (!row || row.digest !== nativeDigest(wanted.settings, name)) continue
    const isAnswer = revision >= row.revision
    const result = resultOf(wanted.settings[name], reportedSetting(values, name), isAnswer)
    // A report that leaves it out unsays nothing that was said of it before.
    if (result === 'taken' && row.isTaken !== null) continue
    if (result) attempts[result].set(name, row.attempt)
  }
  await noteSettingsAnswer(db, { deviceId, attempts: attempts.taken, isTaken: true })
  await noteSettingsAnswer(db, { deviceId, attempts: attempts.readBack, isTaken: true, isReadBack: true })
  await noteSettingsAnswer(db, { deviceId, attempts: attempts.differs, isTaken: false, isReadBack: true })
}

/** The same value is read back whichever revision it names; another one, or none, is an answer only where it has had the newest. */
function resultOf(wanted: unknown, reported: unknown, isAnswer: boolean): Result | undefined {
  // Where nobody chose, what the watch does by itself is right.
  if (reported !== undefined && wanted !== null && isSameSetting(wanted, reported)) return 'readBack'
  if (!isAnswer) return undefined
  return reported === undefined || wanted === null ? 'taken' : 'differs'
}
