/** What we use of the library, which brings no types of its own (names as in SMPP 3.4). */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events'
  import type { Server } from 'node:net'

  type Message = { message: string; udh?: Buffer }
  export type Fields = {
    command_status?: number
    message_id?: string
    system_id?: string
    password?: string
    source_addr?: string
    source_addr_ton?: number
    source_addr_npi?: number
    destination_addr?: string
    dest_addr_ton?: number
    dest_addr_npi?: number
    data_coding?: number
    esm_class?: number
    registered_delivery?: number
    /** TLVs: of a receipt, which message it is about and what came of it. */
    receipted_message_id?: string
    message_state?: number
    short_message?: string | Message
    message_payload?: string | Message
  }
  export type Pdu = Fields & { command: string; command_status: number; response: (fields?: Fields) => Pdu }
  type Answered = (answer: Pdu) => void

  export class Session extends EventEmitter {
    /** `false`: the line is closed. */
    send(pdu: Pdu): boolean
    submit_sm(fields: Fields, answered: Answered): boolean
    deliver_sm(fields: Fields, answered: Answered): boolean
    bind_transmitter(fields: Fields, answered: Answered): boolean
    unbind(answered: () => void): boolean
    bind_receiver(fields: Fields, answered: Answered): boolean
    close(done?: () => void): void
    destroy(done?: () => void): void
  }

  const smpp: {
    connect: (options: { url: string; auto_enquire_link_period?: number }) => Session
    createServer: (options: object, onSession: (session: Session) => void) => Server
    ESME_RBINDFAIL: number
    ESME_RTHROTTLED: number
    ESME_RMSGQFUL: number
    ESME_RINVDSTADR: number
    ESME_RSYSERR: number
  }
  export default smpp
}
