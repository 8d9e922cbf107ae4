import type { SettingName } from '@carewatch/contracts/settings'
import type pg from 'pg'
import { settleCommand } from '../downlink/commands.ts'

type Expected =
  | { what: 'command'; uuid: string }
  | { what: 'settings'; revision: number; values: Partial<Record<SettingName, unknown>> }

const REMEMBERED = 200

const TAKEN = `
update watch_settings set reported = coalesce(reported, '{}') || $2::jsonb, reported_at = now(),
  reported_revision = case when $3::int4 is null then reported_revision else greatest(reported_revision, $3) end
where device_id = $1`

/** What was sent to a watch and is not answered yet, by the key its answer will bear. */
export function createPendingReplies({ db, deviceId }: { db: pg.Pool; deviceId: number }) {
  const asked = new Map<string, Expected>()

  const expectReply = (key: string, what: Expected): void => {
    // An older question of the same name cannot be told apart from this one.
    asked.delete(key)
    asked.set(key, what)
    const [oldest] = asked.keys()
    if (asked.size > REMEMBERED && oldest !== undefined) asked.delete(oldest)
  }

  const isWholeOf = (revision: number): boolean =>
    ![...asked.values()].some((other) => other.what === 'settings' && other.revision === revision)

  async function answeredOne(key: string, isTaken: boolean): Promise<void> {
    const question = asked.get(key)
    if (!question) return
    if (question.what === 'command') {
      asked.delete(key)
      await settleCommand(db, { deviceId, uuid: question.uuid, state: isTaken ? 'DELIVERED' : 'FAILED' })
      return
    }
    // What it refused it does not have: the revision stays open.
    if (!isTaken) return
    asked.delete(key)
    const { revision, values } = question
    await db.query(TAKEN, [deviceId, JSON.stringify(values), isWholeOf(revision) ? revision : null])
  }

  return {
    expectReply,
    /** A newer revision makes the older one's answers meaningless. */
    forgetSettings: (): void => {
      for (const [key, { what }] of asked) if (what === 'settings') asked.delete(key)
    },
    async answered(answers: readonly { key: string; isTaken: boolean }[]): Promise<void> {
      for (const { key, isTaken } of answers) await answeredOne(key, isTaken)
    },
  }
}
