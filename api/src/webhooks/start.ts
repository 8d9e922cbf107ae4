import { openTimescale, type openScoped } from '@carewatch/platform/database/client'
import type { Env } from '../env.ts'
import type { Services } from '../services.ts'
import { followWebhooks } from './sending/follow-webhooks.ts'
import type { Notify } from './sending/send.ts'

/** Of its own: however much waits to be sent, whoever asks the interface finds its connections free. */
const CONNECTIONS = 2

type Rows = ReturnType<typeof openScoped>
type Parts = Pick<Services, 'log' | 'mail' | 'seal' | 'viewings'> & {
  openRows: (most: number) => Promise<Rows>
  /** How FHIR says what happened. */
  notifyBy: (parts: Pick<Services, 'db' | 'facts' | 'viewings'>) => Notify
}

/** Sends to webhooks from this process. */
export async function startWebhooks({ openRows, notifyBy, log, mail, seal, viewings }: Parts, env: Env) {
  const rows = await openRows(CONNECTIONS)
  const pool = openTimescale(env.DATABASE_URL, CONNECTIONS)
  const following = followWebhooks({
    db: rows.db,
    pool,
    log,
    mail,
    seal,
    viewings,
    own: env.WEBHOOK_NETWORKS,
    notify: notifyBy({ db: rows.db, facts: pool, viewings }),
  })
  return {
    close: async (): Promise<void> => {
      await following.close()
      await Promise.all([rows.close(), pool.end()])
    },
  }
}
