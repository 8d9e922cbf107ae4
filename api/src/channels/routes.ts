import * as contract from '@carewatch/contracts/http/channels'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { createLink } from '../telegram/link.ts'
import { channelsOf } from './own.ts'
import { testOwnChannel } from './send-test.ts'

export function channelRoutes(serve: Serve, { db }: Services): void {
  serve(contract.ownChannels, async (_, viewer) => ({ channels: await channelsOf(db, viewer) }))
  serve(contract.testChannel, (asked, viewer) => testOwnChannel(db, viewer, asked))
  serve(contract.connectTelegram, (_, caller) => createLink(db, caller))
}
