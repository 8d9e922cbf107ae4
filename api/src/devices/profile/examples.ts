import type * as contract from '@carewatch/contracts/http/device-profile'
import { createDevice } from '@carewatch/migrations/factories'
import type { Examples } from '../../testing/example.ts'
import type { CompanyFixture } from '../../testing/fixtures.ts'
import type { Harness } from '../../testing/harness.ts'

const aWatch = ({ db }: Harness, { company, branch }: CompanyFixture) =>
  createDevice(db, { deviceModel: 'watch-iw', companyId: company.id, branchId: branch.id })

export const examples: Examples<typeof contract> = {
  deviceProfile: { of: 'row', ask: ({ device }) => ({ params: { uuid: device.uuid } }) },
  chooseProfile: {
    of: 'row',
    ask: async (fixture, harness) => ({
      params: { uuid: (await aWatch(harness, fixture)).uuid },
      body: { profile: 'iw-v3.03' },
    }),
  },
}
