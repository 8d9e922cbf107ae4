import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { asItself } from '@carewatch/platform/database/as-itself'
import type {
  CareFacts,
  updateWearerCare as change,
  wearerCare as contract,
} from '@carewatch/contracts/http/wearers'
import { permissions } from '@carewatch/contracts/permissions'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { users } from '@carewatch/migrations/schema/people'
import { wearerCare, wearerRelations } from '@carewatch/migrations/schema/wearers'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import { nameOf } from '../access/name-of.ts'
import { type Caller, fullName } from '../access/viewer.ts'
import { visibleAlarms } from '../access/visible-lives.ts'
import { bindingOfWearer } from '../auth/id-number.ts'
import type { Seal } from '../auth/seal.ts'
import { changedAfter, namesOfChanged } from '../http/changed.ts'
import type { Services } from '../services.ts'
import { getVisibleWearer } from '../access/visible-wearer.ts'
import type { WearerRow } from './wearer-rows.ts'

type Care = Pick<Services, 'db' | 'seal'>
type Row = typeof wearerCare.$inferSelect

const NOTHING: CareFacts = {
  conditions: '',
  allergies: '',
  medicines: '',
  mobility: '',
  hearingAndSight: '',
  fallRisk: null,
  doNotResuscitate: null,
  howToGetIn: '',
  healthOrganisation: '',
  idNumber: '',
  notes: '',
}

const mayChange = (caller: Caller): boolean => permissions.changeWearers.some((role) => role === caller.role)

/** Without the number where it was locked with another secret. */
function openNumber(seal: Seal, locked: Buffer | null, uuid: string): string {
  if (!locked) return ''
  try {
    return seal.open(locked, bindingOfWearer(uuid))
  } catch {
    return ''
  }
}

function factsOf(row: Row, seal: Seal, uuid: string): CareFacts {
  const { wearerId: _id, idNumberLocked, createdAt: _created, updatedAt: _updated, ...facts } = row
  return { ...facts, idNumber: openNumber(seal, idNumberLocked, uuid) }
}

const rowOf = async (db: Db, wearerId: number): Promise<Row | undefined> => {
  const [row] = await asItself(db, () =>
    db.select().from(wearerCare).where(eq(wearerCare.wearerId, wearerId)),
  )
  return row
}

/** Relatives with an account, and which of them read this. */
export async function relativesOf(db: Db, wearerId: number) {
  const rows = await db
    .select({ uuid: users.uuid, name: nameOf(users), maySeeCare: wearerRelations.maySeeCare })
    .from(wearerRelations)
    .innerJoin(users, eq(users.id, wearerRelations.userId))
    .where(
      and(
        eq(wearerRelations.wearerId, wearerId),
        eq(wearerRelations.kind, 'RELATIVE'),
        isNull(wearerRelations.until),
        isNull(users.deletedAt),
      ),
    )
    .orderBy(asc(wearerRelations.id))
  return rows.map(({ name, ...relative }) => ({ ...relative, name: name ? fullName(name) : '' }))
}

async function careOf(
  { db, seal }: Care,
  caller: Caller,
  { id, uuid }: WearerRow,
): Promise<Reply<typeof contract>> {
  const row = await rowOf(db, id)
  return {
    care: row ? factsOf(row, seal, uuid) : NOTHING,
    updatedAt: row?.updatedAt ?? null,
    relatives: mayChange(caller) ? await relativesOf(db, id) : [],
  }
}

type Look = { wearer: WearerRow; alarm: string | undefined }

/** The alarm that makes one look: of this person, and the viewer's to see. Answers whether it is open. */
async function isOpenAlarm(db: Db, caller: Caller, { wearer, alarm }: Look): Promise<boolean> {
  if (alarm === undefined) return false
  const [found] = await db
    .select({ closedAt: alarms.closedAt })
    .from(alarms)
    .where(and(eq(alarms.uuid, alarm), eq(alarms.wearerId, wearer.id), visibleAlarms(caller)))
  if (!found) throw new Refusal('notFound')
  return found.closedAt === null
}

const isGranted = async (db: Db, { id }: Caller, wearerId: number): Promise<boolean> =>
  (await db.$count(
    wearerRelations,
    and(
      eq(wearerRelations.wearerId, wearerId),
      eq(wearerRelations.userId, id),
      eq(wearerRelations.maySeeCare, true),
      isNull(wearerRelations.until),
    ),
  )) > 0

/** Carers and the owner look at any time, monitors at an open alarm, relatives where the owner says so. */
async function refuseOthers(db: Db, caller: Caller, look: Look): Promise<void> {
  const isAlarmed = await isOpenAlarm(db, caller, look)
  if (mayChange(caller)) return
  const may = caller.role === 'RELATIVE' ? await isGranted(db, caller, look.wearer.id) : isAlarmed
  if (!may) throw new Refusal('forbidden')
}

/** What whoever comes to help has to know. That they looked is written down before they see it. */
export function readCare(
  { db, seal }: Care,
  caller: Caller,
  { params, query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { alarm } = query
  return db.transaction(async (tx) => {
    const wearer = await getVisibleWearer(tx, caller, params.uuid)
    await refuseOthers(tx, caller, { wearer, alarm })
    const { uuid, companyId } = wearer
    const detail = { facts: 'care', ...(alarm !== undefined && { alarm }) }
    await audit(tx, caller, { action: 'viewed', entity: 'wearer', uuid, companyId, detail })
    return careOf({ db: tx, seal }, caller, wearer)
  })
}

type Facts = Omit<Input<typeof change>['body'], 'updatedAt'>

/** Columns of the row; what is undefined was not named. */
const columnsOf = ({ idNumber, ...facts }: Facts, seal: Seal, uuid: string) => ({
  ...facts,
  ...(idNumber !== undefined && {
    idNumberLocked: idNumber === '' ? null : seal.lock(idNumber, bindingOfWearer(uuid)),
  }),
})

type Saved = { wearerId: number; columns: ReturnType<typeof columnsOf>; before: Date | null }

const saveCare = async (tx: Db, { wearerId, columns, before }: Saved): Promise<{ id: number }[]> =>
  before
    ? tx
        .update(wearerCare)
        .set({ ...columns, updatedAt: changedAfter(wearerCare.updatedAt) })
        .where(and(eq(wearerCare.wearerId, wearerId), eq(wearerCare.updatedAt, before)))
        .returning({ id: wearerCare.wearerId })
    : tx
        .insert(wearerCare)
        .values({ ...columns, wearerId })
        .onConflictDoNothing()
        .returning({ id: wearerCare.wearerId })

/** Of two who write at once, the second hears of it. */
export function changeCare(
  { db, seal }: Care,
  caller: Caller,
  { params, body }: Input<typeof change>,
): Promise<Reply<typeof change>> {
  const { updatedAt: seenAt, ...facts } = body
  return db.transaction(async (tx) => {
    const wearer = await getVisibleWearer(tx, caller, params.uuid)
    const { uuid, companyId, id: wearerId } = wearer
    const before = await careOf({ db: tx, seal }, caller, wearer)
    if (seenAt !== undefined && seenAt?.getTime() !== before.updatedAt?.getTime())
      throw new Refusal('conflict')
    const columns = columnsOf(facts, seal, uuid)
    const saved = await asItself(tx, () => saveCare(tx, { wearerId, columns, before: before.updatedAt }))
    if (saved.length === 0) throw new Refusal('conflict')
    const detail = { facts: 'care', fields: namesOfChanged(before.care, facts) }
    await audit(tx, caller, { action: 'updated', entity: 'wearer', uuid, companyId, detail })
    return careOf({ db: tx, seal }, caller, wearer)
  })
}
