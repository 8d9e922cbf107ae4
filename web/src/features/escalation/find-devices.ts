import { allDevices } from '@carewatch/contracts/http/devices'
import { call } from '../../http/call.ts'
import type { Option } from '../../ui/form/fields.ts'
import type { Place } from './own-place.ts'

const SIZE = 50

/** The watches of a company, or of one of its branches, by what is typed. */
export const findDevicesOf =
  ({ companyUuid, branchUuid }: Place) =>
  async (typed: string): Promise<Option[]> => {
    const search = typed.trim()
    const { devices } = await call(allDevices, { query: { size: SIZE, ...(search && { search }) } })
    return devices
      .filter(({ company, branch }) =>
        branchUuid === undefined ? company?.uuid === companyUuid : branch?.uuid === branchUuid,
      )
      .map(({ uuid, name, imei }) => ({ value: uuid, label: `${name} · ${imei}` }))
  }
