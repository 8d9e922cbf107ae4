import type { Client } from 'aedes'
import type pg from 'pg'
import type { Session } from '../auth/sessions.ts'
import { sendConfig } from './gateway.ts'
import { sendToPhone } from './phone.ts'

const TOPICS_REMEMBERED = 20

/** By where a device of another make speaks we know where it listens: at something new it is told what waits for it. */
function noteTopic(session: Session, topic: string): boolean {
  session.topics ??= new Set()
  if (session.topics.has(topic) || session.topics.size >= TOPICS_REMEMBERED) return false
  session.topics.add(topic)
  return true
}

type Told = { db: pg.Pool; client: Client; session: Session }

/** Whether its topics are not ours. */
export const isForeign = ({ principal }: Session): boolean =>
  principal.kind !== 'service' && principal.isForeign === true

/** Tells a gateway or a phone of another make what waits for it. */
export const sendForeign = (told: Told): Promise<void> =>
  told.session.gateway ? sendConfig(told) : sendToPhone(told)

/** The same, where it has just spoken on a topic that it had not used before. */
export async function hearForeign(told: Told, topic: string): Promise<void> {
  if (isForeign(told.session) && noteTopic(told.session, topic)) await sendForeign(told)
}
