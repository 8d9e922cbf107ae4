import type { Device } from '@carewatch/contracts/http/devices'
import type { Wearer } from '@carewatch/contracts/http/wearers'
import { type History, loadHistory, loadWearerHistory } from './history.ts'
import type { Span } from './span.ts'

/** Whose vitals a screen shows: a device's, or a person's over everything they wore. */
export type Subject = {
  /** Whose readings come live: the device, or what the person wears now. */
  deviceUuids: readonly string[]
  expectedIntervalMs: number
  /** By what is never measured at all; unknown where several are worn, or none. */
  deviceModel: string | undefined
  history: (span: Span) => Promise<History>
}

export const deviceSubject = ({ uuid, imei, expectedIntervalMs, deviceModel }: Device): Subject => ({
  deviceUuids: [uuid],
  expectedIntervalMs,
  deviceModel,
  history: (span) => loadHistory(imei, span),
})

/** Of what nobody wears any more nothing is expected sooner. */
const USUAL_MS = 15 * 60_000

export function wearerSubject({ uuid }: Pick<Wearer, 'uuid'>, worn: readonly Device[]): Subject {
  const [only, ...others] = worn
  return {
    deviceUuids: worn.map((device) => device.uuid),
    expectedIntervalMs: Math.max(0, ...worn.map((device) => device.expectedIntervalMs)) || USUAL_MS,
    deviceModel: others.length === 0 ? only?.deviceModel : undefined,
    history: (span) => loadWearerHistory(uuid, span),
  }
}
