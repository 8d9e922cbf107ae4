import { allDevices, type Device, deviceDetail } from '@carewatch/contracts/http/devices'
import { PAGE_SIZE_MAX } from '@carewatch/contracts/numbers'
import { call } from '../http/call.ts'

const KEY = 'carewatch.device'

export type ActiveDevice = { devices: Device[]; device: Device | null }

async function found(devices: readonly Device[], uuid: string): Promise<Device> {
  const listed = devices.find((device) => device.uuid === uuid)
  return listed ?? (await call(deviceDetail, { params: { uuid } })).device
}

/** The device a screen is about: the one asked for, else the last one looked at here, else the first. */
export async function activeDevice(asked: string | undefined): Promise<ActiveDevice> {
  const { devices } = await call(allDevices, { query: { size: PAGE_SIZE_MAX } })
  const kept = localStorage.getItem(KEY)
  const device = asked
    ? await found(devices, asked)
    : (devices.find(({ uuid }) => uuid === kept) ?? devices[0] ?? null)
  if (device) localStorage.setItem(KEY, device.uuid)
  return { devices, device }
}
