import type pg from 'pg'
import { type Court, judgeBatches } from './judge-batches.ts'
import { transaction } from './transaction.ts'

/** The oldest batch, which cannot be judged, goes where the rejected messages are, so that it holds back nobody else's alarm. */
const SET_ASIDE = `
with bad as (
  delete from unjudged where id = (select id from unjudged where urgent = $1 order by id limit 1 for update skip locked)
  returning readings, events, positions, room_facts)
insert into rejected_messages (topic, reason, detail, payload)
select 'unjudged', 'judging', left($2, 200), coalesce(readings, convert_to(coalesce(events, room_facts, positions)::text, 'UTF8')) from bad`

export type OnQuarantine = (error: Error) => void

/** Judges all that waits. When judging fails for the content, batch by batch; the one that still fails is set aside and reported. */
export async function judgeAllOf(
  court: Court,
  { isUrgent, atOnce }: { isUrgent: boolean; atOnce: number },
  onQuarantine: OnQuarantine,
): Promise<void> {
  for (;;) {
    const taken = await judgeBatches(court, isUrgent, atOnce).catch((error: unknown) =>
      oneByOne(court, isUrgent, { error: error as Error, onQuarantine }),
    )
    if (taken < atOnce) return
  }
}

async function oneByOne(
  court: Court,
  isUrgent: boolean,
  { error, onQuarantine }: { error: Error; onQuarantine: OnQuarantine },
): Promise<number> {
  if (!isContentFault(error)) throw error
  const taken = await judgeBatches(court, isUrgent, 1).catch(async (thrown: unknown) => {
    const fault = thrown as Error
    if (!isContentFault(fault)) throw fault
    await setAside(court.db, isUrgent, fault)
    onQuarantine(fault)
    return 1
  })
  return taken === 0 ? 0 : Number.POSITIVE_INFINITY
}

const setAside = (db: pg.ClientBase, isUrgent: boolean, { message }: Error): Promise<unknown> =>
  transaction(db, () => db.query(SET_ASIDE, [isUrgent, message.replaceAll('\u0000', '')]))

/** Connections break with codes of classes 08, 53 and 57 or none of PostgreSQL's at all; a retry mends those. */
function isContentFault(error: Error): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true
  const code = 'code' in error ? String(error.code) : ''
  return /^(2[23]|42)[0-9A-Z]{3}$/.test(code)
}
