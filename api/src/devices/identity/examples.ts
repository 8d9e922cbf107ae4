import { createDevice } from '@carewatch/migrations/factories'
import type * as contract from '@carewatch/contracts/http/device-identity'
import { hashPairingCode } from '@carewatch/platform/credentials/pairing-code'
import { deviceNetworks, pairingCodes } from '@carewatch/migrations/schema/proof'
import type { Examples } from '../../testing/example.ts'
import type { CompanyFixture } from '../../testing/fixtures.ts'
import type { Harness } from '../../testing/harness.ts'

const network = '203.0.113.0/24'

/** A watch without a password. */
const aWatch = ({ db }: Harness, { company, branch }: CompanyFixture) =>
  createDevice(db, { deviceModel: 'watch-iw', companyId: company.id, branchId: branch.id })

export const examples: Examples<typeof contract> = {
  deviceIdentity: { of: 'row', ask: ({ device }) => ({ params: { uuid: device.uuid } }) },
  pairDevice: {
    of: 'row',
    ask: async (fixture, harness) => ({ params: { uuid: (await aWatch(harness, fixture)).uuid } }),
  },
  confirmPairing: {
    of: 'row',
    ask: async (fixture, harness) => {
      const { id, uuid } = await aWatch(harness, fixture)
      const [code, expiresAt] = ['123456', new Date(Date.now() + 60_000)]
      await harness.db
        .insert(pairingCodes)
        .values({ deviceId: id, network, codeHash: hashPairingCode(id, code), expiresAt })
      return { params: { uuid }, body: { code } }
    },
  },
  changeNetwork: {
    of: 'row',
    ask: async (fixture, harness) => {
      const { id, uuid } = await aWatch(harness, fixture)
      await harness.db.insert(deviceNetworks).values({ deviceId: id, network })
      return { params: { uuid }, body: { network, isKnown: true } }
    },
  },
}
