import smpp, { type Fields, type Pdu, type Session } from 'smpp'
import { NotSent } from '../not-sent.ts'
import { partsOf } from './parts.ts'
import type { SmsProvider } from './provider.ts'

const ALIVE_MS = 30_000
const ANSWER_MS = 20_000
/** Type of number and numbering plan (SMPP 3.4, 5.2.5 and 5.2.6): international, E.164; a name is alphanumeric. */
const INTERNATIONAL = { ton: 1, npi: 1 }
const NAME = { ton: 5, npi: 0 }
/** 3GPP TS 23.038: the default alphabet, or UCS-2. */
const CODING = { gsm: 0, ucs2: 8 }

/** What may be better a little later; every other refusal is of this message or this number. */
const PASSING: readonly number[] = [
  smpp.ESME_RTHROTTLED,
  smpp.ESME_RMSGQFUL,
  smpp.ESME_RSYSERR,
  smpp.ESME_RBINDFAIL,
]

type Account = { url: string; from: string }

const within = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const tooLate = (): void => reject(new NotSent('timeout'))
  AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]).addEventListener('abort', tooLate, { once: true })
  return Promise.race([work, promise])
}

type Connection = { session: Session; onFall: Set<(fault: NotSent) => void> }

/** A line that the centre has let in; `fell` is told when it is no more. */
const openConnection = (
  { url }: Account,
  fell: (connection: Promise<Connection>) => void,
): Promise<Connection> => {
  const { username, password, protocol, host } = new URL(url)
  const session = smpp.connect({ url: `${protocol}//${host}`, auto_enquire_link_period: ALIVE_MS })
  const { promise, resolve, reject } = Promise.withResolvers<Connection>()
  const onFall = new Set<(fault: NotSent) => void>([reject])
  const fall = (cause?: unknown): void => {
    fell(promise)
    session.destroy()
    for (const publish of onFall) publish(new NotSent('unreachable', { cause }))
    onFall.clear()
  }
  session.on('error', fall)
  session.on('close', () => fall())
  session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()))
  session.bind_transmitter(
    { system_id: decodeURIComponent(username), password: decodeURIComponent(password) },
    ({ command_status }) => (command_status === 0 ? resolve({ session, onFall }) : fall(command_status)),
  )
  return promise
}

/** A centre spoken to directly, by one line that is kept open and made anew when it falls. */
export function smppProvider(account: Account): SmsProvider & { close: () => void } {
  let connection: Promise<Connection> | undefined
  const fell = (fallen: Promise<Connection>): void => {
    if (connection === fallen) connection = undefined
  }

  async function submit(to: string, text: string): Promise<string | null> {
    connection ??= openConnection(account, fell)
    const { session, onFall } = await connection
    const { promise, resolve, reject } = Promise.withResolvers<string | null>()
    onFall.add(reject)
    const isOpen = session.submit_sm(
      fieldsOf(account, to, text),
      ({ command_status: status, message_id: id }) => {
        if (status === 0) resolve(id ?? null)
        else reject(new NotSent('refused', { isFinal: !PASSING.includes(status) }))
      },
    )
    if (!isOpen) reject(new NotSent('unreachable'))
    return promise.finally(() => onFall.delete(reject))
  }

  const provider: SmsProvider = ({ to, text }, signal) => within(submit(to, text), signal)
  const close = (): void => void connection?.then(({ session }) => session.close()).catch(() => {})
  return Object.assign(provider, { close })
}

function fieldsOf({ from }: Account, to: string, text: string): Fields {
  const { count, isUnicode } = partsOf(text)
  return {
    source_addr: from.replace(/^\+/, ''),
    ...sourceOf(from),
    destination_addr: to.replace(/^\+/, ''),
    dest_addr_ton: INTERNATIONAL.ton,
    dest_addr_npi: INTERNATIONAL.npi,
    registered_delivery: 1,
    data_coding: isUnicode ? CODING.ucs2 : CODING.gsm,
    // The centre cuts what is longer than one part, and numbers the parts.
    ...(count > 1 ? { message_payload: text } : { short_message: text }),
  }
}

const sourceOf = (from: string) => {
  const { ton, npi } = /^\+?\d+$/.test(from) ? INTERNATIONAL : NAME
  return { source_addr_ton: ton, source_addr_npi: npi }
}
