import { messageText } from '@carewatch/contracts/messages/catalogue'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/migrations/client'
import { pushSubscriptions } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import webPush from 'web-push'
import type { Caller } from '../access/viewer.ts'
import type { Env } from '../env.ts'

const HOUR_SECONDS = 3_600
const TIMEOUT_MS = 10_000
/** The push service knows the browser no more: it was uninstalled, or the permission was taken back. */
const GONE = new Set([404, 410])

type Subscription = typeof pushSubscriptions.$inferSelect
type Outcome = 'sent' | 'failed'

async function sendOne(db: Db, env: Env, { to, note }: { to: Subscription; note: string }): Promise<Outcome> {
  try {
    await webPush.sendNotification(
      { endpoint: to.endpoint, keys: { p256dh: to.p256dh, auth: to.auth } },
      note,
      {
        vapidDetails: {
          subject: subjectOf(env.PUBLIC_URL),
          publicKey: env.VAPID_PUBLIC_KEY ?? '',
          privateKey: env.VAPID_PRIVATE_KEY ?? '',
        },
        TTL: HOUR_SECONDS,
        timeout: TIMEOUT_MS,
      },
    )
    await db.update(pushSubscriptions).set({ lastSentAt: new Date() }).where(eq(pushSubscriptions.id, to.id))
    return 'sent'
  } catch (error) {
    if (error instanceof webPush.WebPushError && GONE.has(error.statusCode))
      await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, to.id))
    return 'failed'
  }
}

/** RFC 8292 wants an address of https or mail. */
const subjectOf = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? publicUrl : 'mailto:no-reply@localhost'

/** Sends one message to each browser of the caller. */
export async function testPush(db: Db, env: Env, caller: Caller): Promise<{ sent: number; failed: number }> {
  if (!env.VAPID_PRIVATE_KEY) throw new Refusal('conflict', 'noPush')
  const theirs = await db.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, caller.id))
  const body = messageText(caller.language, 'push.test')
  const note = JSON.stringify({
    title: 'Carewatch',
    body,
    tag: 'test',
    path: '/user/detail/currentUser',
    lang: caller.language,
  })
  const outcomes = await Promise.all(theirs.map((to) => sendOne(db, env, { to, note })))
  const sent = outcomes.filter((outcome) => outcome === 'sent').length
  return { sent, failed: outcomes.length - sent }
}
