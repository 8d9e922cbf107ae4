import { setTimeout as wait } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Log } from '../log.ts'

/** A letter on its way; `uuid` is all that a log may say of whom it is for. */
export type Envelope = {
  to: string
  uuid: string | null
  kind: string
  subject: string
  text: string
  html: string
  /** By which a mailbox knows a letter again that comes twice. */
  messageId?: string
}

const WAITS_MS = [1_000, 10_000, 60_000]
const MOST_WAITING = 1_000
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
/** How long the end of the process waits for letters on their way. */
const LAST_POST_MS = 2_000

/** The mail server's answer quotes addresses: its codes are all that is kept. */
const faultOf = (error: unknown): object => {
  const { code, responseCode, command } = Object(error) as Record<string, unknown>
  return { code, responseCode, command }
}

/** Sends letters behind the answers; each is tried a few times, and nobody waits for it. */
export function createPost({ url, from }: { url: string; from: string }, log: Log) {
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...TIMEOUTS }, { from })
  const ending = new AbortController()
  const onTheirWay = new Set<Promise<void>>()

  async function attempt({ to, subject, text, html, messageId }: Envelope): Promise<unknown> {
    try {
      await transport.sendMail({
        to: { name: '', address: to },
        subject,
        text,
        html,
        ...(messageId && { messageId }),
      })
      return undefined
    } catch (error) {
      return error ?? new Error('not sent')
    }
  }

  async function deliver(envelope: Envelope): Promise<void> {
    const about = { user: envelope.uuid, kind: envelope.kind }
    for (const pause of [...WAITS_MS, null]) {
      const error = await attempt(envelope)
      if (error === undefined) return log.info(about, 'mail sent')
      log.warn({ ...about, fault: faultOf(error) }, 'mail not sent')
      if (pause === null || ending.signal.aborted) return
      await wait(pause, undefined, { signal: ending.signal, ref: false }).catch(() => {})
    }
  }

  return {
    send(envelope: Envelope): void {
      if (onTheirWay.size >= MOST_WAITING)
        return log.error({ kind: envelope.kind }, 'too much mail is waiting')
      const delivery = deliver(envelope).finally(() => onTheirWay.delete(delivery))
      onTheirWay.add(delivery)
    },
    /** Once, and says whether the mail server took it: whoever asks tries again themselves. */
    async sendNow(envelope: Envelope): Promise<boolean> {
      const error = await attempt(envelope)
      const about = { user: envelope.uuid, kind: envelope.kind }
      if (error === undefined) log.info(about, 'mail sent')
      else log.warn({ ...about, fault: faultOf(error) }, 'mail not sent')
      return error === undefined
    },
    async close(): Promise<void> {
      ending.abort()
      await Promise.race([Promise.allSettled(onTheirWay), wait(LAST_POST_MS, undefined, { ref: false })])
      transport.close()
    },
  }
}
