import { type Device, ownedDevices } from '@carewatch/contracts/http/devices'
import { readingsOverview, type VitalOverview } from '@carewatch/contracts/http/readings'
import type { Role } from '@carewatch/contracts/roles'
import { call } from '../../http/call.ts'
import { activeDevice } from '../../session/active-device.ts'
import { type Happening, loadHappenings } from '../../vitals/happenings.ts'
import { type History, loadHistory } from '../../vitals/history.ts'
import type { Span } from '../../vitals/span.ts'

/** A family has a few; all of them are on one page. */
const MOST_DEVICES = 6
const DAYS = 7

export type Summary = {
  device: Device
  overview: readonly VitalOverview[]
  history: History
  happenings: readonly Happening[]
}

/** Seven days, today included. */
function lastWeek(): Span {
  const from = new Date()
  from.setHours(0, 0, 0, 0)
  from.setDate(from.getDate() - (DAYS - 1))
  return { from, to: new Date() }
}

async function summaryOf(device: Device, span: Span, role: Role): Promise<Summary> {
  const { imei } = device
  const [{ overview }, history, happenings] = await Promise.all([
    call(readingsOverview, { params: { imei } }),
    loadHistory(imei, span),
    loadHappenings({ of: { device }, span, role }),
  ])
  return { device, overview, history, happenings }
}

/** A family sees all its devices at once; whoever looks after many sees one, and chooses it. */
export async function loadSummary(asked: string | undefined, role: Role) {
  const span = lastWeek()
  const isFamily = role === 'OWNER' || role === 'RELATIVE'
  if (isFamily && !asked) {
    const { devices } = await call(ownedDevices, { query: { size: MOST_DEVICES } })
    const all = await Promise.all(devices.map((device) => summaryOf(device, span, role)))
    return { span, devices: [], summaries: all }
  }
  const { devices, device } = await activeDevice(asked)
  return { span, devices, summaries: device ? [await summaryOf(device, span, role)] : [] }
}
