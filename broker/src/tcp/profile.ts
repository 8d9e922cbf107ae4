import { guessedBy, guessOf, knownProfile, type ProfileName } from '@carewatch/contracts/profiles'
import type pg from 'pg'
import type { TcpConnection } from './connection.ts'

type Row = { model: string; chosen: string | null; guessed: string | null }

const READ = `
select d.device_model as model, d.chosen_profile as chosen, s.guessed_profile as guessed
from devices d left join device_status s on s.device_id = d.id where d.id = $1`
const GUESSED = `
update device_status set guessed_profile = $2 where device_id = $1 and guessed_profile is distinct from $2`

/** Which model it is taken for from now on: what it lacks by that is sent with the next settings. */
function takeFor(tcp: TcpConnection, { model, chosen, guessed }: Row): void {
  const facts = { format: tcp.source.format, model, chosen, guessed }
  const profile = knownProfile(facts)
  tcp.guess = guessOf(facts)
  if (JSON.stringify(profile) === JSON.stringify(tcp.profile)) return
  tcp.profile = profile
  tcp.lastSentRevision = 0
}

/** Reads anew which model it is: somebody may have chosen another. */
export async function renewProfile(db: pg.Pool, tcp: TcpConnection): Promise<void> {
  const { rows } = await db.query<Row>({ name: 'tcp-profile', text: READ, values: [tcp.deviceId] })
  const [row] = rows
  if (row) takeFor(tcp, row)
}

/** What it sent is sent by these models alone: where the one that it is registered as is among them, it says nothing new. Answers whether it is taken for another by that. Who is not known to be the watch teaches nobody what it is. */
export async function learnProfile(tcp: TcpConnection, hints: readonly ProfileName[]): Promise<boolean> {
  if (!tcp.isProven) return false
  const guessed = guessedBy(hints, tcp.guess)
  if (guessed === tcp.guess) return false
  await tcp.db.query(GUESSED, [tcp.deviceId, guessed])
  const before = tcp.profile
  await renewProfile(tcp.db, tcp)
  return tcp.profile?.name !== before?.name
}
