import smpp, { type Pdu, type Session } from 'smpp'
import { NotSent } from '../channel.ts'
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

/** A centre spoken to directly, by one line that is kept open and made anew when it falls. */
export function smppProvider({ url, from }: Account): SmsProvider & { close: () => void } {
  const { username, password, protocol, host } = new URL(url)
  let line: Promise<Session> | undefined

  const open = (): Promise<Session> =>
    new Promise((resolve, reject) => {
      const session = smpp.connect({ url: `${protocol}//${host}`, auto_enquire_link_period: ALIVE_MS })
      const fell = (cause?: unknown): void => {
        line = undefined
        session.destroy()
        reject(new NotSent('unreachable', { cause }))
      }
      session.once('error', fell)
      session.once('close', () => fell())
      session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()))
      session.bind_transmitter(
        { system_id: decodeURIComponent(username), password: decodeURIComponent(password) },
        ({ command_status }) => (command_status === 0 ? resolve(session) : fell(command_status)),
      )
    })

  async function submit(to: string, text: string): Promise<string | null> {
    line ??= open()
    const session = await line
    const { count, isUnicode } = partsOf(text)
    const { promise, resolve, reject } = Promise.withResolvers<string | null>()
    session.once('close', () => reject(new NotSent('unreachable')))
    const fields = {
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
    const isOpen = session.submit_sm(fields, ({ command_status: status, message_id: id }) => {
      if (status === 0) resolve(id ?? null)
      else reject(new NotSent('refused', { isFinal: !PASSING.includes(status) }))
    })
    if (!isOpen) reject(new NotSent('unreachable'))
    return promise
  }

  const provider: SmsProvider = ({ to, text }, signal) => within(submit(to, text), signal)
  return Object.assign(provider, {
    close: () => void line?.then((session) => session.close()).catch(() => {}),
  })
}

const sourceOf = (from: string) => {
  const { ton, npi } = /^\+?\d+$/.test(from) ? INTERNATIONAL : NAME
  return { source_addr_ton: ton, source_addr_npi: npi }
}
