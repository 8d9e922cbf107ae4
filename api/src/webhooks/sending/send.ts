import { forCompany } from '@carewatch/platform/database/company-scope'
import { loadKeys } from '../../access/key-viewer.ts'
import { companyOfStaff } from '../../access/reach.ts'
import type { Facts, Services } from '../../services.ts'
import type { Networks } from '../receiver/networks.ts'
import { post } from '../receiver/post.ts'
import { hostOf } from '../receiver/url.ts'
import { signedHeaders } from '../receiver/signature.ts'
import type { Claimed } from './claim.ts'
import { outcomeOf, type Outcome } from './outcome.ts'
import { dataFor, shownBy, typeOf } from './render.ts'
import { READINGS_BATCH, readBatch } from './readings-batch.ts'
import { settle } from './settle.ts'

export type SendingParts = Pick<Services, 'db' | 'log' | 'mail' | 'seal' | 'viewings'> & {
  /** Of its own, so that whoever waits for an answer of the interface does not wait for this. */
  pool: Facts
  own: Networks
}

const skipped: Outcome = { state: 'SKIPPED', againInMs: 0, pause: null }
const keyEnded: Outcome = { state: 'QUEUED', againInMs: 0, pause: 'keyEnded' }

/** What is said, by the rights that its key has at this moment; nothing where it has none. Whom it shows is noted, as of any read by that key. */
async function bodyOf({ db, pool, viewings }: SendingParts, claimed: Claimed): Promise<string | undefined> {
  const { event, range, keyPublicId, webhookUuid, url, at } = claimed
  const viewer = (await loadKeys(db, [keyPublicId])).get(keyPublicId)?.viewer
  if (!viewer) return undefined
  const write = (type: string, data: object): string =>
    JSON.stringify({ type, timestamp: at.toISOString(), data })
  // Of the address where it went the host alone: a path may hold a secret of the receiver's.
  const address = hostOf(new URL(url))
  if (range) {
    const batch = await readBatch({ pool, db }, viewer, { range, at })
    if (batch === undefined) return undefined
    viewings.note({ ...viewer, address }, { kind: 'viewed', people: batch.shows })
    return write(READINGS_BATCH, batch.data)
  }
  if (!event) return write('webhook.test', { webhook: { uuid: webhookUuid } })
  const content = await forCompany(companyOfStaff(viewer), () => dataFor(db, viewer, event))
  if (!content) return undefined
  viewings.note({ ...viewer, address }, { kind: shownBy[event.topic], people: content.shows })
  return write(typeOf(event), content.data)
}

const secretsOf = ({ seal }: SendingParts, { secretLocked, formerLocked, webhookUuid }: Claimed): string[] =>
  [secretLocked, formerLocked].flatMap((locked) => (locked ? seal.open(locked, webhookUuid) : []))

/** Sends one message and writes down what came of it. Whoever is killed in between leaves it to be sent again, by the same id. */
export async function sendOne(parts: SendingParts, claimed: Claimed): Promise<void> {
  const { pool, own, log } = parts
  const { uuid, webhookUuid, url, attempts } = claimed
  if (claimed.keyEnded) return settle(pool, claimed, { outcome: keyEnded })
  const body = await bodyOf(parts, claimed)
  if (body === undefined) return settle(pool, claimed, { outcome: skipped })
  const at = new Date()
  const id = `msg_${uuid}`
  const headers = signedHeaders({ id, at, body, secrets: secretsOf(parts, claimed) })
  const answer = await post({ url, headers, body }, { own })
  const tried = { ...answer, durationMs: Date.now() - at.getTime() }
  const outcome = outcomeOf(answer, claimed, Date.now())
  if (answer.fault)
    log.info(
      { webhook: webhookUuid, delivery: uuid, attempts, status: answer.status, fault: answer.fault },
      'webhook not taken',
    )
  return settle(pool, claimed, { outcome, tried })
}
