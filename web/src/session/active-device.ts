import { allDevices, type Device, deviceDetail } from '@carewatch/contracts/http/devices'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { call } from '../http/call.ts'
import { orNothing } from '../http/or-nothing.ts'
import { keepLookedAt, lastLookedAt } from './last-device.ts'

export type DeviceDetail = Reply<typeof deviceDetail>
/** `devices`: the first page of what one may choose from; the picker asks the server for the rest. */
export type ActiveDevice = { devices: Device[]; device: Device | null; detail: DeviceDetail | null }

const detailOf = (uuid: string): Promise<DeviceDetail> => call(deviceDetail, { params: { uuid } })

/** One that was looked at once may be gone, or somebody else's, by now. */
async function knownDetail(asked: string | undefined): Promise<DeviceDetail | null> {
  if (asked) return detailOf(asked)
  const kept = lastLookedAt()
  return kept ? orNothing(detailOf(kept)) : null
}

/** The device a screen is about: the one asked for, else the last one looked at here, else the first. */
export async function activeDevice(asked: string | undefined): Promise<ActiveDevice> {
  const [{ devices }, known] = await Promise.all([call(allDevices, { query: {} }), knownDetail(asked)])
  const [first] = devices
  const detail = known ?? (first ? await detailOf(first.uuid) : null)
  if (!detail) return { devices, device: null, detail }
  const { device } = detail
  keepLookedAt(device.uuid)
  const isListed = devices.some(({ uuid }) => uuid === device.uuid)
  return { devices: isListed ? devices : [device, ...devices], device, detail }
}
