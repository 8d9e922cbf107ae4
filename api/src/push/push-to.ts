import type { Db } from '@carewatch/platform/database/client'
import { pushSubscriptions } from '@carewatch/migrations/schema/people'
import { eq, sql } from 'drizzle-orm'
import webPush from 'web-push'
import { idsOfAccounts } from '../access/identity.ts'
import type { Env } from '../env.ts'

const HOUR_SECONDS = 3_600
const TIMEOUT_MS = 10_000
/** The push service knows the browser no more: it was uninstalled, or the permission was taken back. */
const GONE = new Set([404, 410])

/** As the service worker reads it. */
export type Note = { title: string; body: string; tag: string; path: string }
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

type To = { identityId: number; selectedLanguage: string }

/** Sends a note to each browser of a person; browsers that are gone are forgotten. */
export async function pushTo(
  { db, env }: { db: Db; env: Env },
  to: To,
  note: Note,
): Promise<{ sent: number; failed: number }> {
  if (!env.VAPID_PRIVATE_KEY) return { sent: 0, failed: 0 }
  const theirs = await db
    .select()
    .from(pushSubscriptions)
    .where(sql`${pushSubscriptions.userId} in ${idsOfAccounts(to.identityId)}`)
  const text = JSON.stringify({ ...note, lang: to.selectedLanguage })
  const outcomes = await Promise.all(theirs.map((one) => sendOne(db, env, { to: one, note: text })))
  const sent = outcomes.filter((outcome) => outcome === 'sent').length
  return { sent, failed: outcomes.length - sent }
}
