import type { ContactRow, DeviceDetails } from '@carewatch/contracts/http/onboarding-form'
import { metric, type MetricName } from '@carewatch/contracts/metrics'
import { MODE_MINUTES } from '@carewatch/contracts/freshness'
import { SOS_CONTACTS_MAX, type WatchSettings } from '@carewatch/contracts/settings'

type Proposed = Partial<WatchSettings>

/** Below and above what is usual: a heart that works beats faster, and one that rests not much slower. */
const HEART_RATE_SHARE = { low: 0.75, high: 1.35 }
const BLOOD_PRESSURE_MMHG = 30
/** What is well for anybody raises no alarm, whatever is usual for somebody. */
const NEVER_WITHIN = { heartRate: { low: 55, high: 110 }, systolic: { low: 100, high: 150 } }
const CONTACT_NAME_MAX = 32

function within(name: MetricName, value: number): number {
  const { min, max } = metric(name).range
  return Math.min(max, Math.max(min, Math.round(value)))
}

/** Limits around what is usual for this person, never within what is well for anybody, nor outside what a sensor can report. */
export function proposedLimits({
  averageHeartRate,
  averageSystolic,
  averageDiastolic,
}: DeviceDetails): Proposed {
  const pulse = averageHeartRate ?? 0
  const systolic = averageSystolic ?? 0
  const diastolic = averageDiastolic ?? 0
  return {
    ...(averageHeartRate !== undefined && {
      heartRateLow: within('heartRate', Math.min(NEVER_WITHIN.heartRate.low, pulse * HEART_RATE_SHARE.low)),
      heartRateHigh: within(
        'heartRate',
        Math.max(NEVER_WITHIN.heartRate.high, pulse * HEART_RATE_SHARE.high),
      ),
    }),
    ...(averageSystolic !== undefined && {
      systolicLow: within('systolic', Math.min(NEVER_WITHIN.systolic.low, systolic - BLOOD_PRESSURE_MMHG)),
      systolicHigh: within('systolic', Math.max(NEVER_WITHIN.systolic.high, systolic + BLOOD_PRESSURE_MMHG)),
    }),
    ...(averageDiastolic !== undefined && {
      diastolicLow: within('diastolic', diastolic - BLOOD_PRESSURE_MMHG),
      diastolicHigh: within('diastolic', diastolic + BLOOD_PRESSURE_MMHG),
    }),
  }
}

/** How often the watch measures and tells where it is; a mode by its own interval, where there is one. */
export function proposedIntervals(details: DeviceDetails): Proposed {
  const { heartRateIntervalMinutes, bloodPressureIntervalMinutes, gpsIntervalMinutes } = details
  return {
    ...(heartRateIntervalMinutes !== undefined && { heartRateIntervalMinutes }),
    ...(bloodPressureIntervalMinutes !== undefined && { bloodPressureIntervalMinutes }),
    ...(gpsIntervalMinutes !== undefined && modeOf(gpsIntervalMinutes)),
  }
}

function modeOf(minutes: number): Proposed {
  if (minutes === MODE_MINUTES.NORMAL) return { operationMode: 'NORMAL' }
  if (minutes === MODE_MINUTES.POWER_SAVING) return { operationMode: 'POWER_SAVING' }
  return { operationMode: 'CUSTOM', locationIntervalMinutes: minutes }
}

const urgency: Record<ContactRow['sosPriority'], number> = { HIGH: 0, MEDIUM: 1, LOW: 2 }

/** Whom the watch can call: all who have a number; in need, the most urgent three. */
export function proposedContacts(contacts: readonly ContactRow[]): Proposed {
  const callable = contacts.flatMap(({ name, phone, sosPriority }) =>
    phone ? [{ name: name.slice(0, CONTACT_NAME_MAX), number: phone, sosPriority }] : [],
  )
  const entry = ({ name, number }: { name: string; number: string }) => ({ name, number })
  const byUrgency = callable.toSorted((a, b) => urgency[a.sosPriority] - urgency[b.sosPriority])
  return {
    phonebook: callable.map(entry),
    sosContacts: byUrgency.slice(0, SOS_CONTACTS_MAX).map(entry),
  }
}
