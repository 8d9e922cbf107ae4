import type * as contract from '@carewatch/contracts/http/device-claims'
import { uniqueImei } from '@carewatch/migrations/factories'
import { deviceClaims } from '@carewatch/migrations/schema/proof'
import type { Examples } from '../../testing/example.ts'

export const examples: Examples<typeof contract> = {
  deviceClaims: { of: 'list', ask: () => ({}) },
  decideClaim: {
    of: 'row',
    ask: async ({ company, branch }, { db }) => {
      const place = { companyId: company.id, branchId: branch.id }
      const [claim] = await db
        .insert(deviceClaims)
        .values({ imei: uniqueImei(), name: 'Room 12', deviceModel: 'native', ...place })
        .returning()
      return { params: { uuid: claim?.uuid ?? '' }, body: { isGiven: true } }
    },
  },
}
