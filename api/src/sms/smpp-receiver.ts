import { setTimeout as wait } from 'node:timers/promises'
import { deliveries } from '@carewatch/migrations/schema/alarms'
import { setUpMessages } from '@carewatch/migrations/schema/set-up-messages'
import { and, eq } from 'drizzle-orm'
import smpp, { type Pdu, type Session } from 'smpp'
import type { Services } from '../services.ts'
import { takeReply } from './reply.ts'

const ALIVE_MS = 30_000
const RETRY_MS = 3_000
/** What came of a message (SMPP 3.4, 5.2.28). */
const DELIVERED = 2
/** In `esm_class`: this is no text but a receipt (SMPP 3.4, 5.2.12). */
const IS_RECEIPT = 0b0011_1100

type Desk = Pick<Services, 'db' | 'feed' | 'log'>

const textOf = ({ short_message, message_payload }: Pdu): string => {
  const content = message_payload ?? short_message ?? ''
  return typeof content === 'string' ? content : content.message
}

async function noteReceipt(
  { db }: Desk,
  { receipted_message_id: id, message_state: state }: Pdu,
): Promise<void> {
  if (id === undefined) return
  const isSent = and(
    eq(deliveries.channel, 'SMS'),
    eq(deliveries.providerId, id),
    eq(deliveries.state, 'SENT'),
  )
  const outcome =
    state === DELIVERED
      ? ({ state: 'DELIVERED' } as const)
      : ({ state: 'FAILED', reason: 'refused' } as const)
  // unscoped: the centre names a message by the id that it gave it, and is answered nothing
  await db.update(deliveries).set(outcome).where(isSent)
  const isSetUp = and(eq(setUpMessages.providerId, id), eq(setUpMessages.state, 'SENT'))
  // unscoped: the same of what went to a watch
  await db.update(setUpMessages).set(outcome).where(isSetUp)
}

async function receive(desk: Desk, session: Session, pdu: Pdu): Promise<void> {
  try {
    if (((pdu.esm_class ?? 0) & IS_RECEIPT) !== 0) await noteReceipt(desk, pdu)
    else await takeReply(desk, { from: pdu.source_addr ?? '', text: textOf(pdu) })
    session.send(pdu.response())
  } catch (err) {
    desk.log.warn({ err }, 'a reply by SMS was not taken; the centre brings it again')
    session.send(pdu.response({ command_status: smpp.ESME_RSYSERR }))
  }
}

/** Hears the message centre: what people reply, and what came of our texts. An answer to it means that it is in the database. */
export function listenToCentre(desk: Desk, address: string) {
  const { username, password, protocol, host } = new URL(address)
  const ending = new AbortController()
  let current: Session | undefined

  const receiveOnce = (): Promise<void> =>
    new Promise((resolve) => {
      const session = smpp.connect({ url: `${protocol}//${host}`, auto_enquire_link_period: ALIVE_MS })
      current = session
      session.once('close', () => resolve())
      session.on('error', () => session.destroy())
      session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()))
      session.on('deliver_sm', (pdu: Pdu) => void receive(desk, session, pdu))
      session.bind_receiver(
        { system_id: decodeURIComponent(username), password: decodeURIComponent(password) },
        ({ command_status }) => {
          if (command_status !== 0) session.destroy()
        },
      )
    })

  async function receiveForEver(): Promise<void> {
    while (!ending.signal.aborted) {
      await receiveOnce()
      if (!ending.signal.aborted) desk.log.warn('the message centre is not heard; again soon')
      await wait(RETRY_MS, undefined, { signal: ending.signal }).catch(() => {})
    }
  }

  const listening = receiveForEver()
  return {
    close: async (): Promise<void> => {
      ending.abort()
      current?.destroy()
      await listening
    },
  }
}
