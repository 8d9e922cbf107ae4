import { persist } from '@carewatch/ingest/persist'
import type pg from 'pg'
import { z } from 'zod'
import { settleCommand } from './commands.ts'
import { noteReportedSettings } from './reported-settings.ts'

const Reported = z.looseObject({ revision: z.int().min(0).max(2_147_483_647).optional() })
const Result = z.object({ uuid: z.uuid(), ok: z.boolean().default(true) })

/** An older report changes nothing. */
const REPORT = `
update watch_settings set reported = $2, reported_revision = coalesce($3, reported_revision), reported_at = now()
where device_id = $1 and coalesce($3, reported_revision, 0) >= coalesce(reported_revision, 0)`

export type Report = { deviceId: number; leaf: string; payload: Uint8Array }

/** What a watch reports: its settings as they are now, and how a command ended. Resolves when it is written down; answers whether it could be read. */
export async function noteReport(
  db: pg.Pool,
  { deviceId, leaf, payload }: Report,
  onRetry: (error: Error) => void,
): Promise<boolean> {
  const work = leaf === 'command/result' ? resultIn(db, deviceId, payload) : reportIn(db, deviceId, payload)
  if (!work) return false
  return (await persist(work, onRetry)) === undefined
}

function reportIn(db: pg.Pool, deviceId: number, payload: Uint8Array): (() => Promise<unknown>) | undefined {
  const reported = Reported.safeParse(parse(payload))
  if (!reported.success) return undefined
  const { revision, ...values } = reported.data
  return async () => {
    const { rowCount } = await db.query(REPORT, [deviceId, JSON.stringify(values), revision ?? null])
    if (rowCount === 1) await noteReportedSettings(db, { deviceId, revision, values })
  }
}

function resultIn(db: pg.Pool, deviceId: number, payload: Uint8Array): (() => Promise<unknown>) | undefined {
  const result = Result.safeParse(parse(payload))
  if (!result.success) return undefined
  const { uuid, ok } = result.data
  return () => settleCommand(db, { deviceId, uuid, state: ok ? 'DELIVERED' : 'FAILED' })
}

function parse(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
  } catch {
    return undefined
  }
}
