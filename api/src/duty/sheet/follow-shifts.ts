import { SHEET_KEEP_DAYS, SHEET_MAKE_UP_MS, ShiftSheet } from '@carewatch/contracts/http/shift-sheet'
import { alarmHistory } from '@carewatch/migrations/schema/alarms'
import { branchPapers } from '@carewatch/migrations/schema/branch-papers'
import { duties } from '@carewatch/migrations/schema/escalation'
import { branches, companies, users } from '@carewatch/migrations/schema/people'
import { alarmReceipts } from '@carewatch/migrations/schema/receipts'
import { wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, eq, exists, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { RoomWho } from '../../access/visible.ts'
import type { BranchRow } from '../../branches/find.ts'
import { isAmong } from '../../http/among.ts'
import { isOneOf } from '../../access/one-of.ts'
import type { Range } from '../../http/range.ts'
import { knownZone } from '../../http/zone.ts'
import { keepPaper } from '../../papers/keep.ts'
import { inOneMoment } from '../../papers/one-moment.ts'
import { textOf } from '../../papers/seal.ts'
import type { Services } from '../../services.ts'
import { composeSheet } from './read.ts'
import { lastShift } from './shift.ts'

const EVERY_MS = 60_000
const FORGET_EVERY_MS = 3_600_000
/** Any number that no other lock has: of several who make the sheet of a branch one does. */
const LOCK = 20_261_126
/** What could not be made is tried again this much later, and holds up no other branch meanwhile. */
const AGAIN_MS = 300_000

/** Whoever sees all of one house and nobody of another. */
const houseOf = ({ companyId }: BranchRow): RoomWho => ({
  id: 0,
  role: 'MANAGER',
  companyId,
  branchId: null,
  userType: 'WATCH',
})

/** The shifts that ended in the last day, the oldest first. */
function endedShifts(now: Date, zone: string): Range[] {
  const ended: Range[] = []
  for (
    let shift = lastShift(now, zone);
    now.getTime() - shift.to.getTime() < SHEET_MAKE_UP_MS;
    shift = lastShift(shift.from, zone)
  )
    ended.unshift(shift)
  return ended
}

const isLivedIn = (db: Db) =>
  exists(
    db
      .select({ id: wearers.id })
      .from(wearers)
      .where(
        and(
          eq(wearers.branchId, branches.id),
          isNull(wearers.deletedAt),
          inArray(wearers.status, ['ACTIVE', 'AWAY']),
        ),
      ),
  )

/** Of a branch: the end of the first shift of which it has one, and of those of late, in milliseconds. */
const ofSheets = sql`from ${branchPapers} where ${branchPapers.branchId} = ${branches.id} and ${branchPapers.kind} = 'SHIFT_SHEET'`
const kept = {
  first: sql<
    number | null
  >`(select (date_part('epoch', min(${branchPapers.toAt})) * 1000)::float8 ${ofSheets})`,
  ends: sql<number[]>`array(select (date_part('epoch', ${branchPapers.toAt}) * 1000)::float8 ${ofSheets}
    and ${branchPapers.toAt} > now() - 2 * ${SHEET_MAKE_UP_MS} * interval '1 ms')`,
}

/** Which sheets of which branches are not there; a branch that never had one begins with that of its last shift. */
async function dueSheets(db: Db, now: Date): Promise<{ branch: BranchRow; shift: Range }[]> {
  // unscoped: the sheet of each shift is kept for every branch, and shown to nobody
  const rows = await db
    .select({ branch: branches, ...kept })
    .from(branches)
    .innerJoin(companies, eq(companies.id, branches.companyId))
    .where(
      and(
        eq(branches.isActive, true),
        isNull(branches.deletedAt),
        eq(companies.isActive, true),
        isNull(companies.deletedAt),
        isLivedIn(db),
      ),
    )
    .orderBy(asc(branches.id))
  return rows.flatMap(({ branch, first, ends }) => {
    const shifts = endedShifts(now, knownZone(branch.timeZone)).filter(({ to }) => to > branch.createdAt)
    const wanted = first === null ? shifts.slice(-1) : shifts.filter(({ to }) => to.getTime() > first)
    return wanted.filter(({ to }) => !ends.includes(to.getTime())).map((shift) => ({ branch, shift }))
  })
}

type Made = Awaited<ReturnType<typeof composeSheet>>

/** Everybody who stands in a sheet by their account. */
async function accountsIn(db: Db, { sheet, happened, open }: Made): Promise<number[]> {
  const ids = happened.map(({ alarm }) => alarm.id)
  const came = await db
    .selectDistinct({ id: alarmReceipts.userId })
    .from(alarmReceipts)
    .where(and(isAmong(alarmReceipts.alarmId, ids), isNotNull(alarmReceipts.bedsideAt)))
  const wrote = await db
    .selectDistinct({ id: alarmHistory.userId })
    .from(alarmHistory)
    .where(and(isAmong(alarmHistory.alarmId, ids), isNotNull(alarmHistory.note)))
  // unscoped: by the uuids of duties that stand in the sheet
  const onDuty = await db
    .selectDistinct({ id: users.id })
    .from(duties)
    .innerJoin(users, eq(users.id, duties.userId))
    .where(
      isOneOf(
        duties.uuid,
        sheet.duties.map(({ uuid }) => uuid),
      ),
    )
  const all = [
    ...[...came, ...wrote, ...onDuty].map(({ id }) => id),
    ...happened.map(({ alarm }) => alarm.acknowledgedById),
    ...open.map(({ task }) => task.assignedToId),
  ]
  return [...new Set(all.filter((id) => id !== null))]
}

/** Made and kept, unless somebody else does this very moment or did. */
const keepSheet = (db: Db, { branch, shift }: { branch: BranchRow; shift: Range }): Promise<void> =>
  inOneMoment(db, async (tx) => {
    const { rows } = await tx.execute<{ mine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${LOCK}::int, ${branch.id}::int) as mine`,
    )
    if (!rows[0]?.mine) return
    const madeAt = new Date()
    const made = await composeSheet(tx, houseOf(branch), { branch, ...shift, madeAt })
    await keepPaper(
      tx,
      { id: null, companyId: branch.companyId, address: '' },
      {
        kind: 'SHIFT_SHEET',
        branch,
        ...shift,
        content: textOf(ShiftSheet, made.sheet),
        wearerUuids: [...made.sheet.people, ...(made.sheet.stays ?? [])].map(({ wearer }) => wearer.uuid),
        userIds: await accountsIn(tx, made),
        isOpen: false,
        madeAt,
        detail: { from: shift.from, to: shift.to },
      },
    )
  })

/** Keeps each sheet that is not there; answers the branches of which one could not be made. */
export async function keepDueSheets(
  db: Db,
  now: Date,
  isWaiting: (branchId: number) => boolean = () => false,
): Promise<{ branchId: number; err: unknown }[]> {
  const failed: { branchId: number; err: unknown }[] = []
  for (const due of await dueSheets(db, now)) {
    if (isWaiting(due.branch.id)) continue
    await keepSheet(db, due).catch((err: unknown) => failed.push({ branchId: due.branch.id, err }))
  }
  return failed
}

/** What was kept longer than was agreed. */
export async function forgetOldSheets(db: Db): Promise<void> {
  const isOld = lt(branchPapers.toAt, sql`now() - ${SHEET_KEEP_DAYS} * interval '1 day'`)
  // unscoped: what is old is forgotten of every branch, and shown to nobody
  await db.delete(branchPapers).where(and(eq(branchPapers.kind, 'SHIFT_SHEET'), isOld))
}

/** At the end of each shift what it hands over is kept as it stands then, once, by whichever api does it; after an outage late, and saying so. */
export function followShifts({ db, log }: Pick<Services, 'db' | 'log'>) {
  let running: Promise<void> | undefined
  let forgetAt = 0
  const again = new Map<number, number>()

  async function look(): Promise<void> {
    const now = Date.now()
    for (const [id, at] of again) if (at <= now) again.delete(id)
    for (const { branchId, err } of await keepDueSheets(db, new Date(now), (id) => again.has(id))) {
      again.set(branchId, now + AGAIN_MS)
      log.warn({ err }, 'the sheet of a shift is not kept')
    }
    if (now < forgetAt) return
    await forgetOldSheets(db)
    forgetAt = now + FORGET_EVERY_MS
  }

  function tick(): void {
    running ??= look()
      .catch((err: unknown) => log.warn({ err }, 'sheets of shifts are not kept'))
      .finally(() => (running = undefined))
  }
  const regularly = setInterval(tick, EVERY_MS)

  return {
    close: async (): Promise<void> => {
      clearInterval(regularly)
      await running
    },
  }
}
