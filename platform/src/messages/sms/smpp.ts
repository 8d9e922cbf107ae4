import smpp, { type Fields, type Pdu, type Session } from 'smpp'
import { NotSent } from '../not-sent.ts'
import { partsOf } from './parts.ts'
import type { Sms, SmsProvider } from './provider.ts'

const ALIVE_MS = 30_000
const ANSWER_MS = 20_000
/** A centre that does not answer the unbinding is left by then. */
const UNBIND_MS = 2_000
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

type Account = {
  url: string
  from: string
  /** Given back as soon as nothing is on its way: for whoever seldom sends, where a centre lets in few lines. */
  givesLineBack?: boolean
}

const within = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const tooLate = (): void => reject(new NotSent('timeout'))
  AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]).addEventListener('abort', tooLate, { once: true })
  return Promise.race([work, promise])
}

type Bound = { session: Session; onFall: Set<(fault: NotSent) => void> }
/** `giveBack` ends when the line is no more. */
type Connection = { bound: Promise<Bound>; giveBack: () => Promise<void> }

const giveBack = (session: Session, isBound: boolean): Promise<void> =>
  new Promise((resolve) => {
    const leave = (): void => session.destroy()
    const timer = setTimeout(leave, UNBIND_MS)
    session.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    if (!isBound || !session.unbind(leave)) leave()
  })

/** A line to the centre; `fell` is called when it is no more. */
const openConnection = ({ url }: Account, fell: () => void): Connection => {
  const { username, password, protocol, host } = new URL(url)
  const session = smpp.connect({ url: `${protocol}//${host}`, auto_enquire_link_period: ALIVE_MS })
  const { promise, resolve, reject } = Promise.withResolvers<Bound>()
  const onFall = new Set<(fault: NotSent) => void>([reject])
  let isBound = false
  const fall = (cause?: unknown): void => {
    fell()
    session.destroy()
    for (const publish of onFall) publish(new NotSent('unreachable', { cause }))
    onFall.clear()
  }
  session.on('error', fall)
  session.on('close', () => fall())
  session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()))
  session.bind_transmitter(
    { system_id: decodeURIComponent(username), password: decodeURIComponent(password) },
    ({ command_status }) => {
      if (command_status !== 0) return fall(command_status)
      isBound = true
      resolve({ session, onFall })
    },
  )
  return { bound: promise, giveBack: () => giveBack(session, isBound) }
}

/** A centre spoken to directly, by one line at a time that is made anew when it falls; kept open, where it is not given back. */
export function smppProvider(account: Account): SmsProvider & { close: () => void } {
  let connection: Connection | undefined
  let inFlight = 0
  let givenBack: Promise<void> = Promise.resolve()

  const open = (): Connection => {
    const opened = openConnection(account, () => {
      if (connection === opened) connection = undefined
    })
    return opened
  }
  const close = (): void => {
    if (connection) givenBack = connection.giveBack()
    connection = undefined
  }

  async function submit({ to, text }: Sms, signal: AbortSignal): Promise<string | null> {
    await givenBack
    if (signal.aborted) throw new NotSent('timeout')
    connection ??= open()
    const { session, onFall } = await connection.bound
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

  const provider: SmsProvider = async (sms, signal) => {
    inFlight++
    try {
      return await within(submit(sms, signal), signal)
    } finally {
      inFlight--
      if (account.givesLineBack && inFlight === 0) close()
    }
  }
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
