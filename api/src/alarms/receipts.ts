import type { ReceiptState } from '@carewatch/contracts/receipts'
import { alarmHistory, alarms, deliveries, notifications } from '@carewatch/migrations/schema/alarms'
import { alarmReceipts } from '@carewatch/migrations/schema/receipts'
import { rooms } from '@carewatch/migrations/schema/rooms'
import { escalations } from '@carewatch/migrations/schema/escalation'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { nameBy } from '../access/name-of.ts'
import { isOneOf } from '../access/one-of.ts'
import { fullName, type Viewer } from '../access/viewer.ts'
import { visibleAlarms } from '../access/visible-lives.ts'

export type Claim = { state: ReceiptState; notifications: readonly string[] }
type State = ReceiptState | 'bedside'
/** Of whom, of which alarm in which run of its chain, and by which means. */
type Key = Pick<typeof alarmReceipts.$inferInsert, 'alarmId' | 'userId' | 'run' | 'channel'>

/** An alarm that ended while it was being drawn was shown; one that ended long ago is not shown now. */
const isRecent = or(isNull(alarms.closedAt), gt(alarms.closedAt, sql`now() - interval '1 minute'`))

const { alarmId, userId, run, channel, seenAt, bedsideAt } = alarmReceipts

/** The first word stands; what was seen was shown. */
async function note(db: Db, state: State, keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) return
  const at = sql`now()`
  const when = {
    shownAt: at,
    ...(state !== 'shown' && { seenAt: at }),
    ...(state === 'bedside' && { bedsideAt: at }),
  }
  const insert = db.insert(alarmReceipts).values(keys.map((key) => ({ ...key, ...when })))
  const target = [alarmId, userId, run, channel]
  if (state === 'shown') await insert.onConflictDoNothing({ target })
  else if (state === 'seen')
    await insert.onConflictDoUpdate({ target, set: { seenAt: at }, setWhere: isNull(seenAt) })
  else {
    const set = { seenAt: sql`coalesce(${seenAt}, ${at})`, bedsideAt: at }
    await insert.onConflictDoUpdate({ target, set, setWhere: isNull(bedsideAt) })
  }
}

async function keysOf(db: Db, viewer: Viewer, which: SQL | undefined): Promise<Key[]> {
  const rows = await db
    .select({ alarmId: alarms.id, run: escalations.run })
    .from(alarms)
    .innerJoin(notifications, eq(notifications.alarmId, alarms.id))
    .leftJoin(escalations, eq(escalations.alarmId, alarms.id))
    .where(and(visibleAlarms(viewer), which))
    .orderBy(asc(alarms.id))
  return rows.map((row) => ({
    alarmId: row.alarmId,
    run: row.run ?? 0,
    userId: viewer.id,
    channel: 'IN_APP',
  }))
}

/** What a screen says of its own person, of alarms that they may see. */
export async function noteReceipts(db: Db, viewer: Viewer, claim: Claim): Promise<void> {
  const which = and(isOneOf(notifications.uuid, claim.notifications), isRecent)
  await note(db, claim.state, await keysOf(db, viewer, which))
}

/** Somebody is with the person. */
export async function noteBedside(db: Db, viewer: Viewer, id: number): Promise<void> {
  await note(db, 'bedside', await keysOf(db, viewer, eq(alarms.id, id)))
}

/** What a browser says of a message by its name, and so of those that were gathered in it. */
export async function notePushReceipt(
  db: Db,
  { delivery, state }: { delivery: string; state: ReceiptState },
): Promise<void> {
  const named = alias(deliveries, 'named')
  // unscoped: whoever knows the name of a message was sent it, and says so of its own person alone
  const rows = await db
    .selectDistinct({ alarmId: deliveries.alarmId, userId: deliveries.userId, run: deliveries.run })
    .from(deliveries)
    .innerJoin(named, or(eq(named.id, deliveries.id), eq(named.id, deliveries.gatheredInId)))
    .where(
      and(
        eq(named.uuid, delivery),
        eq(deliveries.channel, 'PUSH'),
        gt(deliveries.createdAt, sql`now() - interval '1 day'`),
      ),
    )
  const keys = rows.flatMap(({ alarmId, userId, run }): Key[] =>
    alarmId === null || userId === null ? [] : [{ alarmId, userId, run, channel: 'PUSH' }],
  )
  await note(db, state, keys)
}

type Delivery = Pick<typeof deliveries.$inferSelect, 'userId' | 'channel' | 'run' | 'createdAt'>

/** Every word of a screen about one alarm, and who answered it by what. */
export async function receiptsOf(db: Db, alarmId: number) {
  const rows = await db
    .select({ receipt: alarmReceipts, user: nameBy(alarmReceipts.userId), room: rooms.name })
    .from(alarmReceipts)
    .leftJoin(rooms, eq(rooms.id, alarmReceipts.bedsideRoomId))
    .where(eq(alarmReceipts.alarmId, alarmId))
  const answers = await db
    .select({ userId: alarmHistory.userId, at: alarmHistory.at, via: alarmHistory.via })
    .from(alarmHistory)
    .where(and(eq(alarmHistory.alarmId, alarmId), isNotNull(alarmHistory.userId), isAnswer))
  const isOf = ({ userId, channel, run }: Delivery) =>
    rows.find(
      ({ receipt }) => receipt.userId === userId && receipt.channel === channel && receipt.run === run,
    )?.receipt
  return {
    /** What became of one message to them. */
    ofDelivery(delivery: Delivery) {
      const receipt = isOf(delivery)
      const answer = answers.find(
        ({ userId, via, at }) =>
          userId === delivery.userId && (via ?? 'IN_APP') === delivery.channel && at >= delivery.createdAt,
      )
      return {
        shownAt: receipt?.shownAt ?? null,
        seenAt: receipt?.seenAt ?? null,
        answeredAt: answer?.at ?? null,
      }
    },
    /** Of the portal's own pages. */
    ofScreens: (messages: readonly Delivery[]) =>
      rows
        .filter(({ receipt }) => receipt.channel === 'IN_APP')
        .map(({ receipt, user, room }) => ({
          user: user && fullName(user),
          shownAt: receipt.shownAt,
          seenAt: receipt.seenAt,
          atBedsideAt: receipt.bedsideAt,
          bedsideRoom: room,
          isTold: messages.some((one) => isOf(one) === receipt),
        })),
  }
}

const isAnswer = inArray(alarmHistory.step, ['ACKNOWLEDGED', 'CLOSED', 'CANCELLED'])
