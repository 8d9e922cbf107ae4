import type * as contract from '@carewatch/contracts/http/uploads'
import { uploads } from '@carewatch/migrations/schema/people'
import type { House } from '../testing/house.ts'
import { aPicture, formOf } from '../testing/files.ts'
import type { Samples } from '../testing/sample.ts'
import type { Stand } from '../testing/stand.ts'

/** A picture of the house's watch, sent by its owner. */
async function pictureOfWatch({ device, people }: House, { db }: Stand) {
  const content = await aPicture('jpeg')
  const [row] = await db
    .insert(uploads)
    .values({
      userId: people.OWNER.id,
      kind: 'DEVICE',
      deviceUuid: device.uuid,
      fileName: 'watch.jpg',
      mediaType: 'image/jpeg',
      bytes: content.length,
      content,
    })
    .returning({ uuid: uploads.uuid })
  return { params: { uuid: row?.uuid ?? '' } }
}

export const samples: Samples<typeof contract> = {
  uploadFile: { of: 'self', ask: async () => ({ form: formOf(['me.png', await aPicture('png')]) }) },
  uploadComplete: {
    of: 'row',
    // Nobody finds a file that is not their own.
    ask: async (house, stand) => ({ body: { uuids: [(await pictureOfWatch(house, stand)).params.uuid] } }),
    status: 404,
  },
  readUpload: { of: 'row', ask: pictureOfWatch, notFor: ['USER'] },
  deleteUpload: {
    of: 'row',
    ask: pictureOfWatch,
    notFor: [
      'ADMIN',
      'MANAGER',
      'SUPERVISOR',
      'RELATIVE',
      'USER',
      'MONITOR',
      'BRANCH_MONITOR',
      'COMPANY_MONITOR',
    ],
  },
}
