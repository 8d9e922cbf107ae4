import type { Db } from '@carewatch/platform/database/client'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq, isNull } from 'drizzle-orm'
import type { Env } from '../env.ts'
import type { Addressee } from '../mail/mail.ts'
import { pushTo } from '../push/push-to.ts'
import type { Services } from '../services.ts'
import { type Look, noteFindings } from './findings.ts'
import { type Found, evaluate } from './evaluate.ts'
import { measure } from './measure.ts'
import { troubleText } from './texts.ts'
import { seen } from '../access/seen.ts'

const EVERY_MS = 15_000
/** So long without a database is no hiccup. */
const AWAY_MS = 60_000

type Desk = Pick<Services, 'db' | 'facts' | 'log' | 'mail'>
type Admin = Addressee & { id: number }

// unscoped: trouble of the installation is told to all who administer it
const adminsOf = (db: Db): Promise<Admin[]> =>
  db
    .select(seen(users))
    .from(users)
    .where(and(eq(users.role, 'ADMIN'), eq(users.isActive, true), isNull(users.deletedAt)))

/**
 * Looks whether the portal still sees and speaks. It asks the tables and not the queue, runs beside it, and writes to administrators by
 * its own mail and push: whatever hangs does not take it along.
 */
export function createWatchdog({ db, facts, log, mail }: Desk, env: Env) {
  let before: string[] = []
  let admins: Admin[] = []
  let lastLook = Date.now()
  let isAway = false

  async function notify(found: Found): Promise<void> {
    log.error(found, 'the portal is in trouble')
    for (const admin of admins) {
      mail.sendTrouble(admin, troubleText(admin.selectedLanguage, found))
      // Who administers everything has one account.
      await pushTo(
        { db, env },
        { ...admin, identityId: admin.id },
        {
          title: 'Carewatch',
          body: troubleText(admin.selectedLanguage, found),
          tag: `trouble/${found.trouble}`,
          path: '/',
        },
      ).catch(() => {})
    }
  }

  /** One look may be unlucky: what two in a row find is so. */
  function withSure(found: readonly Found[]): Look {
    const keys = found.map(({ trouble, subject }) => `${trouble}/${subject}`)
    const sure = found.filter((_, at) => before.includes(keys[at] ?? ''))
    before = keys
    return { found, sure }
  }

  async function look(): Promise<void> {
    try {
      const seen = withSure(evaluate(await measure(facts, env.DATA_DIR)))
      admins = await adminsOf(db)
      const { begun, ended } = await noteFindings(db, seen)
      for (const one of begun) await notify(one)
      for (const { trouble, subject } of ended) log.info({ trouble, subject }, 'the portal is well again')
      lastLook = Date.now()
      isAway = false
    } catch (err) {
      log.warn({ err }, 'the watchdog could not look')
      if (isAway || Date.now() - lastLook < AWAY_MS) return
      isAway = true
      await notify({ trouble: 'DATABASE_AWAY', subject: '' })
    }
  }

  const regularly = setInterval(() => void look(), EVERY_MS)
  return { look, close: (): void => clearInterval(regularly) }
}
