import type * as contract from '@carewatch/contracts/http/unread-messages'
import { rejectedMessages } from '@carewatch/migrations/schema/readings'
import type { Examples } from '../../testing/example.ts'
import type { CompanyFixture } from '../../testing/fixtures.ts'
import type { Harness } from '../../testing/harness.ts'

/** One that the watch of the house sent and nobody knows. */
async function keptOf({ device }: CompanyFixture, { db }: Harness): Promise<number> {
  const [kept] = await db
    .insert(rejectedMessages)
    .values({
      deviceId: device.id,
      topic: 'tcp/watch-iw',
      format: 'watch-iw',
      opcode: 'APZQ',
      reason: 'unknownMessage',
      detail: 'APZQ',
      payload: Buffer.from('IWAPZQ,1,2#'),
    })
    .returning()
  return kept?.id ?? 0
}

export const examples: Examples<typeof contract> = {
  unreadGroups: { of: 'list', ask: ({ device }) => ({ query: { days: 7, device: device.uuid } }) },
  unreadMessages: {
    of: 'row',
    ask: async (fixture, harness) => ({ params: { message: await keptOf(fixture, harness) } }),
  },
  unreadReadable: {
    of: 'row',
    ask: async (fixture, harness) => ({ params: { message: await keptOf(fixture, harness) } }),
  },
}
