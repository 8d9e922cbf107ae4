import type { Client } from 'aedes'
import type pg from 'pg'
import type { Session } from '../auth/sessions.ts'
import { sendConfig } from './gateway.ts'
import { sendToPhone } from './phone.ts'

const TOPICS_REMEMBERED = 20

/** Where a device of another make publishes tells where it subscribes: at a new topic it is sent what waits for it. */
function noteTopic(session: Session, topic: string): boolean {
  session.topics ??= new Set()
  if (session.topics.has(topic) || session.topics.size >= TOPICS_REMEMBERED) return false
  session.topics.add(topic)
  return true
}

type Target = { db: pg.Pool; client: Client; session: Session }

/** Whether its topics are not ours. */
export const isForeign = ({ principal }: Session): boolean =>
  (principal.kind === 'watch' || principal.kind === 'gateway') && principal.isForeign === true

/** Sends a gateway or a phone of another make what waits for it. */
export const sendForeign = (target: Target): Promise<void> =>
  target.session.gateway ? sendConfig(target) : sendToPhone(target)

/** The same, where it has just published on a topic that it had not used before. */
export async function noteForeignTopic(target: Target, topic: string): Promise<void> {
  if (isForeign(target.session) && noteTopic(target.session, topic)) await sendForeign(target)
}
