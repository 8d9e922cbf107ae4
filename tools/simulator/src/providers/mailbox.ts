import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** Against what never comes, not against what is slow. */
const TIMEOUT_MS = 60_000

/** A real mail server on loopback; what it takes can be read. It can be set to refuse the next few. */
export async function startMailbox() {
  const received: Email[] = []
  const arrivals = new EventEmitter()
  let refusing = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refusing > 0) {
          refusing--
          return done(Object.assign(new Error('try again later'), { responseCode: 451 }))
        }
        PostalMime.parse(Buffer.concat(chunks)).then(
          (email) => {
            received.push(email)
            arrivals.emit('letter')
            done()
          },
          (error: unknown) => done(error instanceof Error ? error : new Error('unreadable')),
        )
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  // Safe: a TCP server that listens has an address with a port.
  const { port } = server.server.address() as AddressInfo

  const sentTo = (address: string): Email[] =>
    received.filter(({ to }) =>
      to?.some((one) => one.address === address.toLowerCase() || one.address === address),
    )

  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuseNext: (count: number) => (refusing = count),
    sentTo,
    /** The letter this address gets, once there are so many. */
    async letterTo(address: string, count = 1): Promise<Email> {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      while (sentTo(address).length < count) await once(arrivals, 'letter', { signal })
      const letter = sentTo(address)[count - 1]
      if (!letter) throw new Error('no letter')
      return letter
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
export type Mailbox = Awaited<ReturnType<typeof startMailbox>>

/** The secret at the end of a letter's link. */
export const tokenIn = ({ text = '' }: Email): string => /#([\w-]{43})\b/.exec(text)?.[1] ?? ''
