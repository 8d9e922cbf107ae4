import { type FormatName, formatNameOf } from '@carewatch/contracts/formats'
import { guessOf, knownProfile, type KnownProfile, type ProfileName } from '@carewatch/contracts/profiles'
import type { Source } from '@carewatch/ingest/uplink'
import type pg from 'pg'
import type { Claimant } from '../identity/claimant.ts'
import { isPlaceHeard, SIGNED_IN, type SignedIn } from '../auth/credentials.ts'

export type AuthenticatedWatch = SignedIn & {
  source: Source
  imei: string
  /** How far the wearer's clock is ahead of UTC now. */
  utcOffsetMinutes: number
  /** Which model of its make it is taken for, and for which where nobody chose. */
  profile: KnownProfile | null
  guess: ProfileName | null
  /** Who says on it that they are this watch. */
  claimant: Claimant
  /** Whether it is known to be this watch. It is heard all the same, and sent nothing of whoever wears it. */
  isProven: boolean
  /** Whether that is still to be seen: by whether the node that has it too lives, or by whether it is heard again. */
  isUndecided: boolean
  /** Another node that has the watch too. */
  otherNode: number | null
}
export type FoundWatch = Omit<
  AuthenticatedWatch,
  'nodeId' | 'claimant' | 'isProven' | 'isUndecided' | 'otherNode'
>
export type TcpSignIn =
  | { ok: true; known: FoundWatch }
  | { ok: false; reason: 'unknown' | 'inactive' | 'placeInactive' }
  /** Registered, as a model of another format. */
  | { ok: false; reason: 'format'; source: Source }

/** Ten digits are one device's within its format; of those that were registered before that was so, the one that has them in the database. */
const FIND = `
select d.id, d.uuid, d.imei, d.device_model as model, d.chosen_profile as chosen, t.guessed_profile as guessed, d.is_active as "isActive", ${isPlaceHeard('d')} as "isPlaceHeard", coalesce(m.format, d.device_model) as format,
  (extract(epoch from (now() at time zone coalesce(u.time_zone, b.time_zone, 'UTC')) - (now() at time zone 'UTC')) / 60)::int as "utcOffsetMinutes",
  ${SIGNED_IN}
from devices d left join device_models m on m.name = d.device_model
left join users u on u.id = d.owner_id left join branches b on b.id = d.branch_id left join device_status t on t.device_id = d.id
where d.deleted_at is null and (d.imei = $1 or (length($1) = 10 and substr(d.imei, 5, 10) = $1))
order by coalesce(m.format, d.device_model) = $2 desc, d.short_identity is not null desc, d.id limit 1`

type Row = Omit<SignedIn, 'nodeId'> & {
  id: number
  uuid: string
  imei: string
  isActive: boolean
  isPlaceHeard: boolean
  format: string
  model: string
  chosen: string | null
  guessed: string | null
  utcOffsetMinutes: number
}

/**
 * The identity over a plain socket: the IMEI is all the identity such a watch has. Only a registered one is let in,
 * only by the format of its model: a watch that signs in with a password over MQTT cannot be answered for here.
 */
export async function findByIdentity(db: pg.Pool, identity: string, format: FormatName): Promise<TcpSignIn> {
  const { rows } = await db.query<Row>({ name: 'tcp-sign-in', text: FIND, values: [identity, format] })
  const [row] = rows
  if (!row) return { ok: false, reason: 'unknown' }
  if (!row.isActive) return { ok: false, reason: 'inactive' }
  if (!row.isPlaceHeard) return { ok: false, reason: 'placeInactive' }
  const { id, uuid, imei, utcOffsetMinutes, signedInAt, connection } = row
  const source = { deviceId: id, deviceUuid: uuid, format: formatNameOf(row.format) }
  if (source.format !== format) return { ok: false, reason: 'format', source }
  const facts = { ...row, format }
  const taken = { profile: knownProfile(facts), guess: guessOf(facts) }
  return { ok: true, known: { source, imei, utcOffsetMinutes, signedInAt, connection, ...taken } }
}
