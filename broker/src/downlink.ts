import { watchTopic } from '@carewatch/contracts/topics'
import type { Client } from 'aedes'
import type pg from 'pg'
import type { Session } from './session.ts'

const SETTINGS = `
select s.revision, d.operation_mode as "operationMode", s.location_interval_minutes as "locationIntervalMinutes", s.gps_enabled as "gpsEnabled",
  s.sos_contacts as "sosContacts", s.phonebook, s.whitelist_enabled as "whitelistEnabled", s.auto_answer as "autoAnswer",
  json_build_object('low', s.heart_rate_low, 'high', s.heart_rate_high) as "heartRate",
  json_build_object('low', s.systolic_low, 'high', s.systolic_high) as systolic,
  json_build_object('low', s.diastolic_low, 'high', s.diastolic_high) as diastolic,
  s.spo2_low as "spo2Low", s.steps_target as "stepsTarget",
  json_build_object('systolic', s.calibration_systolic, 'diastolic', s.calibration_diastolic) as "bloodPressureCalibration",
  s.heart_rate_interval_minutes as "heartRateIntervalMinutes", s.blood_pressure_interval_minutes as "bloodPressureIntervalMinutes",
  s.reminders, s.auto_temperature as "autoTemperature",
  json_build_object('enabled', s.fall_detection, 'sensitivity', s.fall_sensitivity) as "fallDetection"
from watch_settings s join devices d on d.id = s.device_id where s.device_id = $1`

/** The settings a watch should have, from the database whenever it asks: the broker remembers nothing that a restart could lose. */
export async function sendSettings(db: pg.Pool, client: Client, session: Session): Promise<void> {
  if (session.principal.kind !== 'watch' || !session.source) return
  const { rows } = await db.query<Record<string, unknown>>(SETTINGS, [session.source.deviceId])
  if (!rows[0]) return
  const payload = JSON.stringify(rows[0])
  const topic = watchTopic(session.principal.name, 'settings')
  await new Promise<void>((resolve, reject) => {
    const done = (error?: Error | null) => (error ? reject(error) : resolve())
    client.publish({ cmd: 'publish', topic, payload, qos: 1, retain: true, dup: false }, done)
  })
}

/** Whether a subscription of this device covers its settings. */
export const wantsSettings = (imei: string, filter: string): boolean =>
  filter === watchTopic(imei, 'settings') || filter === `watch/${imei}/#`
