import * as contract from '@carewatch/contracts/http/personal-links'
import { Refusal } from '@carewatch/contracts/refusal'
import { readSecret } from '../access/key-secret.ts'
import { readCalendar } from '../duty/calendar.ts'
import type { Env } from '../env.ts'
import type { FileAnswer, Serve, Stranger } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { endLink, newLink } from './change.ts'
import { listOwnLinks } from './list.ts'
import { noteLinkUsed, openLink } from './open.ts'

const ENDING = /\.ics$/

/** Wrong, unknown and ended addresses are answered alike. */
async function dutyCalendar({ db }: Services, file: string, { address }: Stranger): Promise<FileAnswer> {
  const link = await openLink(db, 'calendar', readSecret(file.replace(ENDING, ''), 'cal'))
  if (!link) throw new Refusal('notFound')
  await noteLinkUsed(db, link, address)
  const body = Buffer.from(await readCalendar(db, link))
  return { body, mediaType: 'text/calendar; charset=utf-8', fileName: 'duties.ics' }
}

export function personalLinkRoutes(
  serve: Serve,
  services: Services,
  { DEVICE_HOST: host, MQTTS_PORT: port }: Env,
): void {
  const { db } = services
  const broker = port === undefined ? null : { host: host ?? null, port }
  serve(contract.ownLinks, (_, caller) => listOwnLinks(db, caller, broker))
  serve(contract.newLink, ({ body }, caller) => newLink({ ...services, broker }, caller, body))
  serve(contract.endLink, ({ params }, caller) => endLink(db, caller, params))
  serve.fileToAnyone(contract.dutyCalendar, ({ params }, stranger) =>
    dutyCalendar(services, params.file, stranger),
  )
}
