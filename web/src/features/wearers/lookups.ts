import { allDevices, deviceDetail } from '@carewatch/contracts/http/devices'
import { allWearers, type Wearer } from '@carewatch/contracts/http/wearers'
import { call } from '../../http/call.ts'
import type { Option } from '../../ui/form/fields.ts'
import { nameOf } from './names.ts'
import { isHere } from './stay.ts'

const SIZE = 20
const page = (typed: string) => ({ size: SIZE, ...(typed.trim() && { search: typed.trim() }) })

export async function findWatches(typed: string): Promise<Option[]> {
  const { devices } = await call(allDevices, { query: page(typed) })
  return devices.map(({ uuid, name, imei }) => ({ value: uuid, label: `${name} · ${imei}` }))
}

/** Those who may be given a watch; two of one name differ by their room. */
export const findOthers =
  (not: string) =>
  async (typed: string): Promise<Option[]> => {
    const { wearers } = await call(allWearers, { query: page(typed) })
    return wearers
      .filter((wearer) => wearer.uuid !== not && isHere(wearer))
      .map((wearer) => ({
        value: wearer.uuid,
        label: [nameOf(wearer), wearer.room?.name, wearer.bed].filter(Boolean).join(' · '),
      }))
  }

/** Who wears this watch now, as far as the viewer may know. */
export async function whoWears(uuid: string): Promise<Wearer | null> {
  const { device } = await call(deviceDetail, { params: { uuid } })
  const { wearers } = await call(allWearers, { query: { search: device.imei } })
  return wearers.find((wearer) => wearer.devices.some((worn) => worn.uuid === uuid)) ?? null
}
