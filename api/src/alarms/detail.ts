import type { alarmDetail } from '@carewatch/contracts/http/alarms'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import { alarmHistory, deliveries } from '@carewatch/migrations/schema/alarms'
import { fences, relatives } from '@carewatch/migrations/schema/devices'
import { wearers } from '@carewatch/migrations/schema/wearers'
import { asc, eq } from 'drizzle-orm'
import { nameBy } from '../access/name-of.ts'
import { fullName, type Viewer } from '../access/viewer.ts'
import { toAlarm } from './alarm-rows.ts'
import { receiptsOf } from './receipts.ts'
import { getVisibleAlarm } from './visible-alarm.ts'
import { seen } from '../access/seen.ts'

export async function historyOf(db: Db, alarmId: number) {
  const rows = await db
    .select({ step: alarmHistory, user: nameBy(alarmHistory.userId), relative: relatives.name })
    .from(alarmHistory)
    .leftJoin(relatives, eq(relatives.id, alarmHistory.relativeId))
    .where(eq(alarmHistory.alarmId, alarmId))
    .orderBy(asc(alarmHistory.id))
  return rows.map(({ step, user, relative }) => ({ ...step, user: user ? fullName(user) : relative }))
}

export async function messagesOf(db: Db, alarmId: number) {
  const receipts = await receiptsOf(db, alarmId)
  const rows = await db
    .select({ delivery: seen(deliveries), user: nameBy(deliveries.userId), relative: relatives.name })
    .from(deliveries)
    .leftJoin(relatives, eq(relatives.id, deliveries.relativeId))
    .where(eq(deliveries.alarmId, alarmId))
    .orderBy(asc(deliveries.id))
  const sent = rows.map(({ delivery, user, relative }) => ({
    ...delivery,
    ...receipts.ofDelivery(delivery),
    user: user ? fullName(user) : relative,
    at: delivery.sentAt ?? delivery.updatedAt,
  }))
  return { deliveries: sent, receipts: receipts.ofScreens(rows.map(({ delivery }) => delivery)) }
}

export async function wearerUuidOf(db: Db, wearerId: number | null): Promise<string | null> {
  if (wearerId === null) return null
  const [wearer] = await db.select({ uuid: wearers.uuid }).from(wearers).where(eq(wearers.id, wearerId))
  return wearer?.uuid ?? null
}

export async function fenceOf(db: Db, fenceId: number | null) {
  if (fenceId === null) return null
  const { uuid, name, isHome } = fences
  const [fence] = await db.select({ uuid, name, isHome }).from(fences).where(eq(fences.id, fenceId))
  return fence ?? null
}

/** One alarm, everything that happened to it and everybody who was told. */
export async function readAlarm(db: Db, viewer: Viewer, uuid: string): Promise<Reply<typeof alarmDetail>> {
  const row = await getVisibleAlarm(db, viewer, uuid)
  const { id, fenceId, wearerId } = row.alarm
  const [history, messages, fence, wearerUuid] = await Promise.all([
    historyOf(db, id),
    messagesOf(db, id),
    fenceOf(db, fenceId),
    wearerUuidOf(db, wearerId),
  ])
  return { alarm: { ...toAlarm(row), history, ...messages, fence, wearerUuid } }
}
