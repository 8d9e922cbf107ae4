import type { Db } from '@carewatch/platform/database/client'
import type { devices, relatives } from '@carewatch/migrations/schema/devices'
import type { Caller } from '../access/viewer.ts'
import { presentWearerId } from '../assignments/present.ts'
import { invite, type Invited, type To } from '../invitations/invite.ts'
import type { Seen } from '../access/seen.ts'

type Asked = {
  device: Pick<Seen<typeof devices.$inferSelect>, 'id' | 'companyId'>
  relative: Pick<typeof relatives.$inferSelect, 'id' | 'maySeeLocation'>
  to: To
  maySeePast: boolean
}

/** An entry of the phonebook that is to have an account: whoever is meant is asked, and sees nothing before they say yes. */
export async function inviteRelative(
  tx: Db,
  caller: Caller,
  { device, relative, to, maySeePast }: Asked,
): Promise<Invited> {
  const { maySeeLocation, id: relativeId } = relative
  return invite(tx, caller, {
    kind: 'RELATIVE',
    to,
    companyId: device.companyId,
    deviceId: device.id,
    wearerId: await presentWearerId(tx, device.id),
    relativeId,
    gift: { maySeeLocation, maySeePast },
  })
}
