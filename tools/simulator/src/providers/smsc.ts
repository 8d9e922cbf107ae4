import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import smpp, { type Fields, type Pdu, type Session } from 'smpp'

const SYSTEM = 'carewatch'
const PASSWORD = 'loopback'

const textOf = ({ message_payload, short_message }: Fields): string => {
  const content = message_payload ?? short_message ?? ''
  return typeof content === 'string' ? content : content.message
}

export type Submitted = { to: string; from: string; text: string; dataCoding: number; id: string }

/** Answers the receiver's status. */
const handOver = ([receiver]: Session[], fields: Fields): Promise<number> =>
  new Promise((resolve, reject) => {
    if (!receiver) return reject(new Error('Nobody listens.'))
    receiver.deliver_sm(fields, ({ command_status }) => resolve(command_status))
  })

/** Who is bound, and how many for sending may be at once. */
function createBinds() {
  const receivers = new Set<Session>()
  const transmitters = new Set<Session>()
  let most = Infinity
  return {
    receivers,
    transmitters,
    limitTransmitters: (to: number): void => void (most = to),
    bind: (session: Session, pdu: Pdu): void => {
      const isKnown = pdu.system_id === SYSTEM && pdu.password === PASSWORD
      const isTransmitter = pdu.command === 'bind_transmitter'
      const isLetIn = isKnown && (!isTransmitter || transmitters.size < most)
      if (isLetIn) (isTransmitter ? transmitters : receivers).add(session)
      session.send(pdu.response(isLetIn ? {} : { command_status: smpp.ESME_RBINDFAIL }))
    },
    leave: (session: Session): void => {
      receivers.delete(session)
      transmitters.delete(session)
    },
  }
}

/** A message centre on loopback, by SMPP 3.4: keeps what it is given, and passes on what people reply. */
export async function startSmsc() {
  const submitted: Submitted[] = []
  const sessions = new Set<Session>()
  const { receivers, transmitters, limitTransmitters, bind, leave } = createBinds()
  let refusing: { status: number; times: number } = { status: 0, times: 0 }
  let isSilent = false

  function submit(session: Session, pdu: Pdu): void {
    if (isSilent) return
    if (refusing.times > 0) {
      refusing.times--
      session.send(pdu.response({ command_status: refusing.status }))
      return
    }
    const id = `m${submitted.length + 1}`
    const { destination_addr: to = '', source_addr: from = '', data_coding: dataCoding = 0 } = pdu
    submitted.push({ to, from, text: textOf(pdu), dataCoding, id })
    session.send(pdu.response({ message_id: id }))
  }

  const server = smpp.createServer({}, (session) => {
    sessions.add(session)
    session.on('bind_transmitter', (pdu: Pdu) => bind(session, pdu))
    session.on('bind_receiver', (pdu: Pdu) => bind(session, pdu))
    session.on('unbind', (pdu: Pdu) => {
      leave(session)
      session.send(pdu.response())
    })
    session.on('submit_sm', (pdu: Pdu) => submit(session, pdu))
    session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()))
    session.on('error', () => sessions.delete(session))
    session.on('close', () => {
      sessions.delete(session)
      leave(session)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: a TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo

  const deliver = (fields: Fields): Promise<number> => handOver([...receivers], fields)

  return {
    url: `smpp://${SYSTEM}:${PASSWORD}@127.0.0.1:${port}`,
    submitted,
    hasReceiver: (): boolean => receivers.size > 0,
    transmitters: (): number => transmitters.size,
    /** So many lines for sending are let in at once. */
    limitTransmitters,
    refuseNext: (times: number, status: number): void => void (refusing = { status, times }),
    fallSilent: (is: boolean): void => void (isSilent = is),
    /** A person answers. */
    reply: (from: string, text: string) =>
      deliver({ source_addr: from.replace(/^\+/, ''), destination_addr: 'Carewatch', short_message: text }),
    /** What came of a message (SMPP 3.4, 5.2.28: 2 delivered, 5 undeliverable). */
    receipt: (id: string, state: 2 | 5) =>
      deliver({ esm_class: 4, receipted_message_id: id, message_state: state, short_message: `id:${id}` }),
    cutLines: (): void => {
      for (const session of sessions) session.destroy()
    },
    close: async (): Promise<void> => {
      for (const session of sessions) session.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type Smsc = Awaited<ReturnType<typeof startSmsc>>
