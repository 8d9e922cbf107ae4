import type * as contract from '@carewatch/contracts/http/uploads'
import { uploads } from '@carewatch/migrations/schema/people'
import type { CompanyFixture } from '../testing/fixtures.ts'
import { aPicture, formOf } from '../testing/files.ts'
import type { Examples } from '../testing/example.ts'
import type { Harness } from '../testing/harness.ts'

/** A picture of the house's watch, sent by its owner. */
async function pictureOfWatch({ device, people }: CompanyFixture, { db }: Harness) {
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

export const examples: Examples<typeof contract> = {
  uploadFile: { of: 'self', ask: async () => ({ form: formOf(['me.png', await aPicture('png')]) }) },
  uploadComplete: {
    of: 'row',
    // Nobody finds a file that is not their own.
    ask: async (fixture, harness) => ({
      body: { uuids: [(await pictureOfWatch(fixture, harness)).params.uuid] },
    }),
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
