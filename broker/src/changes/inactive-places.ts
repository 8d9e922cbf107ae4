import type pg from 'pg'

/** Nothing says that the time of a company or branch is over. */
const EVERY_MS = 5_000

const IS_ANY = `
select exists (select from companies where not is_active) or exists (select from branches where not is_active) as "isAny"`
const ENDED_DEVICES =
  'select id from devices where id = any($1::int[]) and heard_until(company_id, branch_id) <= now()'
const ENDED_GATEWAYS =
  'select id from gateways where id = any($1::int[]) and heard_until(company_id, branch_id) <= now()'

type Connected = {
  ids: () => Iterable<number>
  /** Looks again whether what is connected may stay. */
  renew: (id: number) => Promise<void>
}
type Parts = { db: pg.Pool; devices: Connected; gateways: Connected; onError: (error: Error) => void }

/** Sends away what is connected when its company or branch is inactive for longer than it is heard. Answers how to stop. */
export function followInactivePlaces({ db, devices, gateways, onError }: Parts): () => void {
  let isLooking = false
  async function look(): Promise<void> {
    const { rows } = await db.query<{ isAny: boolean }>(IS_ANY)
    if (rows[0]?.isAny !== true) return
    const ended = await db.query<{ id: number }>(ENDED_DEVICES, [[...devices.ids()]])
    for (const { id } of ended.rows) await devices.renew(id)
    const gone = await db.query<{ id: number }>(ENDED_GATEWAYS, [[...gateways.ids()]])
    for (const { id } of gone.rows) await gateways.renew(id)
  }
  const regularly = setInterval(() => {
    if (isLooking) return
    isLooking = true
    void look()
      .catch(onError)
      .finally(() => (isLooking = false))
  }, EVERY_MS)
  return () => clearInterval(regularly)
}
