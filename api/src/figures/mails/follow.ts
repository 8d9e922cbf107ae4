import type { Services } from '../../services.ts'
import { sendDueFigures } from './send-due.ts'

const EVERY_MS = 60_000

/** Sends the figures that somebody asked for at their time, whichever api does it; after an outage, late. */
export function followFigureMails(parts: Pick<Services, 'db' | 'facts' | 'mail' | 'asksAdmins' | 'log'>) {
  const { log, mail } = parts
  let running: Promise<void> | undefined

  async function look(): Promise<void> {
    for (const err of await sendDueFigures(parts, () => new Date()))
      log.warn({ err }, 'figures were not mailed')
  }
  function tick(): void {
    running ??= look()
      .catch((err: unknown) => log.warn({ err }, 'figures that are due are not mailed'))
      .finally(() => (running = undefined))
  }
  const regularly = mail.isConfigured ? setInterval(tick, EVERY_MS) : undefined

  return {
    close: async (): Promise<void> => {
      clearInterval(regularly)
      await running
    },
  }
}
