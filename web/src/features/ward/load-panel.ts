import { type Device, deviceDetail } from '@carewatch/contracts/http/devices'
import { wearerOverview } from '@carewatch/contracts/http/wearer-readings'
import type { VitalOverview } from '@carewatch/contracts/http/readings'
import { type Wearer, wearerDetail } from '@carewatch/contracts/http/wearers'
import { call } from '../../http/call.ts'
import { orNothing } from '../../http/or-nothing.ts'
import { type History, loadWearerHistory } from '../../vitals/history.ts'
import type { Span } from '../../vitals/span.ts'

const DAY_MS = 86_400_000

export type PanelOf = {
  wearer: Wearer
  devices: readonly Device[]
  overview: readonly VitalOverview[]
  whole: Span
  history: History
}

/** Somebody beside the board, with what was measured in the last day; null: nobody whom the viewer may see. */
export async function loadPanel(uuid: string): Promise<PanelOf | null> {
  const found = await orNothing(call(wearerDetail, { params: { uuid } }))
  if (!found) return null
  const to = new Date()
  const whole = { from: new Date(to.getTime() - DAY_MS), to }
  const [details, { overview }, history] = await Promise.all([
    Promise.all(
      found.wearer.devices.map((device) => orNothing(call(deviceDetail, { params: { uuid: device.uuid } }))),
    ),
    call(wearerOverview, { params: { uuid } }),
    loadWearerHistory(uuid, whole),
  ])
  return {
    wearer: found.wearer,
    devices: details.flatMap((detail) => detail?.device ?? []),
    overview,
    whole,
    history,
  }
}
