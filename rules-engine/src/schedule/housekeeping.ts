import { WALK_MOST_SECONDS } from '@carewatch/contracts/http/calibration'
import { sweepSilentNodes } from '@carewatch/platform/silent-nodes'
import type pg from 'pg'

/** A deferred task comes back at its time. */
const REOPEN = `
update tasks set status = 'OPEN', deferred_until = null, updated_at = now() where status = 'DEFERRED' and deferred_until <= now()`
/** Whoever could have sent it is not set up any more: it says nothing to anybody a day later. */
const GIVE_UP = `
update deliveries set state = 'SUPPRESSED', reason = 'over', updated_at = now()
where state = 'QUEUED' and next_at < now() - interval '1 day'`
const FORGET_REJECTED = `delete from rejected_messages where received_at < now() - interval '7 days'`
/** Addresses of people who never said yes are not kept. */
const FORGET_INVITED = `delete from invitations where status <> 'ACCEPTED' and lapses_at < now() - interval '90 days'`

/** From where somebody once said that they are a device that is not theirs. */
const FORGET_NETWORKS = `delete from device_networks where known_at is null and last_seen_at < now() - interval '30 days'`
const FORGET_CODES = `delete from pairing_codes where expires_at < now()`
const FORGET_CONFLICTS = `delete from identity_conflicts where at < now() - interval '1 year'`
const FORGET_CLAIMS = `delete from device_claims where status <> 'OPEN' and decided_at < now() - interval '1 year'`

/** Begun and left: it can no more be finished. Whoever has it on the screen still is told why first. */
const FORGET_WALKS = `delete from room_walks where ended_at is null and started_at < now() - ${WALK_MOST_SECONDS + 60} * interval '1 second'`

/** What happened is told outside for so long, and what was sent of it can be sent again. */
const FORGET_WEBHOOK_DELIVERIES = `delete from webhook_deliveries where created_at < now() - interval '30 days'`
const FORGET_OUTGOING = `delete from outgoing_events where at < now() - interval '30 days'`
/** Readings are told while they are new; whoever was away for longer asks for them. */
const FORGET_OUTGOING_READINGS = `delete from outgoing_readings where at < now() - interval '6 hours'`
/** They are many, and say nothing that is not in the readings themselves. */
const FORGET_READINGS_DELIVERIES = `
delete from webhook_deliveries where readings_until is not null and created_at < now() - interval '1 day' and state <> 'QUEUED'`

export async function housekeeping(db: pg.ClientBase | pg.Pool): Promise<void> {
  await db.query(REOPEN)
  await db.query(GIVE_UP)
  await db.query(FORGET_REJECTED)
  await db.query(FORGET_INVITED)
  await db.query(FORGET_NETWORKS)
  await db.query(FORGET_CODES)
  await db.query(FORGET_CONFLICTS)
  await db.query(FORGET_CLAIMS)
  await db.query(FORGET_WALKS)
  await db.query(FORGET_WEBHOOK_DELIVERIES)
  await db.query(FORGET_OUTGOING)
  await db.query(FORGET_OUTGOING_READINGS)
  await db.query(FORGET_READINGS_DELIVERIES)
  // Where no broker lives, nobody else says that its watches are gone.
  await sweepSilentNodes(db)
}
