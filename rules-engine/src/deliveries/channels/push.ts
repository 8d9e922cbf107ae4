import type pg from 'pg'
import { BROWSERS_OF_U } from '@carewatch/platform/escalation/recipients'
import webPush from 'web-push'
import { NotSent } from '@carewatch/platform/messages/not-sent'
import type { Message, Sender, Sent } from './channel.ts'

const HOUR_SECONDS = 3_600
const TIMEOUT_MS = 10_000
/** The push service knows the browser no more: it was uninstalled, or the permission was taken back. */
const GONE = new Set([404, 410])

/** The portal's own pair (RFC 8292), and whom a push service may write to about it. */
type PushKeys = { subject: string; publicKey: string; privateKey: string }
type Browser = { id: number; endpoint: string; p256dh: string; auth: string }

const BROWSERS = `select theirs.* from users u cross join lateral (${BROWSERS_OF_U}) theirs where u.id = $1`

/** Every browser of the person that wants alarms; told when one of them was. */
export function pushSender(pool: pg.Pool, keys: PushKeys): Sender {
  const forget = (id: number) => pool.query('delete from push_subscriptions where id = $1', [id])
  const note = (id: number) =>
    pool.query('update push_subscriptions set last_sent_at = now() where id = $1', [id])

  async function sendTo({ id, endpoint, p256dh, auth }: Browser, message: Message): Promise<void> {
    try {
      await webPush.sendNotification({ endpoint, keys: { p256dh, auth } }, noteOf(message), {
        vapidDetails: keys,
        TTL: HOUR_SECONDS,
        timeout: TIMEOUT_MS,
        urgency: message.isUrgent ? 'high' : 'normal',
      })
      await note(id)
    } catch (error) {
      const isGone = error instanceof webPush.WebPushError && GONE.has(error.statusCode)
      if (isGone) await forget(id)
      throw new NotSent(isGone ? 'gone' : 'refused', { isFinal: isGone })
    }
  }

  return {
    channel: 'PUSH',
    async send(message: Message): Promise<Sent> {
      const { rows } = await pool.query<Browser>(BROWSERS, [message.userId])
      const tries = await Promise.allSettled(rows.map((browser) => sendTo(browser, message)))
      if (tries.some(({ status }) => status === 'fulfilled')) return { providerId: null }
      throw (
        tries.map((tried) => tried.status === 'rejected' && tried.reason).find(isTemporary) ??
        new NotSent('gone', { isFinal: true })
      )
    },
  }
}

const isTemporary = (reason: unknown): reason is NotSent => reason instanceof NotSent && !reason.isFinal

/** As the service worker reads it. */
const noteOf = ({ uuid, title, text, path, language, isUrgent }: Message): string =>
  JSON.stringify({ title, body: text, tag: path, path, lang: language, isUrgent, delivery: uuid })
