import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { updateTask } from '@carewatch/contracts/http/tasks'
import type { updateUser as contract } from '@carewatch/contracts/http/users'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { branches } from '@carewatch/migrations/schema/people'
import { and, eq, isNull } from 'drizzle-orm'
import { forCompany } from '@carewatch/platform/database/company-scope'
import { audit } from '../access/audit.ts'
import { endSessions } from '../access/sessions.ts'
import { type Caller, loadViewer } from '../access/viewer.ts'
import { visibleTasks } from '../access/visible-lives.ts'
import type { Services } from '../services.ts'
import { handBackTasks, publishTasks } from '../tasks/hand-back.ts'
import { withdrawAskedBy } from '../invitations/withdraw.ts'
import { userById } from '../users/detail.ts'
import { columnsOf, isOtherNumber } from '../users/fields.ts'
import { getManageableUser, type Person } from '../users/find-user.ts'
import { leaveOldPosts, refuseLastAtPost, takeTurns } from './hand-over.ts'
import { findPlace, type Place } from '../users/place.ts'
import { refuseLastAdmin, refuseRole, refuseUsed, refuseYourself } from '../users/rights.ts'
import { holdUser, namesOfChanged, saveUser, withoutShownName } from '../users/save.ts'
import { refuseOthersAddress } from '../users/user-name.ts'
import { orTaken } from '../auth/taken.ts'

type Body = Input<typeof contract>['body']

type Parts = Pick<Services, 'db' | 'facts'>
type Changed = { id: number; tasks: number[] }

const movesSomebody = ({ role, companyId, branchId }: Body): boolean =>
  role !== undefined || companyId !== undefined || branchId !== undefined

/** Devices stand where their owner stands, and only owners have them. */
async function refuseOwner(tx: Db, person: Person): Promise<void> {
  const owned = await tx.$count(devices, and(eq(devices.ownerId, person.id), isNull(devices.deletedAt)))
  if (owned > 0) throw new Refusal('conflict', 'hasDevices')
}

async function placeOf(
  tx: Db,
  caller: Caller,
  { person, body }: { person: Person; body: Body },
): Promise<Place> {
  const { companyId, branchId } = person
  const now = { companyId, branchId }
  const isUntouched = body.companyId === undefined && body.branchId === undefined && body.role === undefined
  return isUntouched ? now : findPlace(tx, caller, { asked: body, role: body.role ?? person.role, now })
}

/** The company that somebody is of, if by their branch alone. */
async function homeOf(tx: Db, { companyId, branchId }: Person): Promise<number | null> {
  if (companyId !== null || branchId === null) return companyId
  const [branch] = await tx
    .select({ companyId: branches.companyId })
    .from(branches)
    .where(eq(branches.id, branchId))
  return branch?.companyId ?? null
}

/** A new role or place is a new view of other people's lives: it is checked here and taken up at the next sign-in. */
async function standingOf(
  { db: tx, facts }: Parts,
  caller: Caller,
  { person, body }: { person: Person; body: Body },
) {
  const place = await placeOf(tx, caller, { person, body })
  const role = body.role ?? person.role
  const isOtherRole = role !== person.role
  const home = await homeOf(tx, person)
  const isOtherCompany = place.companyId !== home
  const isMoved = isOtherRole || isOtherCompany || place.branchId !== person.branchId
  if (!isMoved) return { isMoved, columns: {} }
  refuseYourself(caller, person)
  refuseRole(caller, role)
  // Who administers everything works for no company beside it: none has a hand in their sign-in.
  if (role === 'ADMIN' && person.identityId !== null) throw new Refusal('conflict', 'worksElsewhere')
  if (person.role === 'ADMIN' && isOtherRole) await refuseLastAdmin(tx, person)
  if (isOtherRole || isOtherCompany) await refuseOwner(tx, person)
  const next = { role, companyId: place.companyId }
  await holdUser(tx, person)
  const here = { ...person, companyId: home }
  await refuseLastAtPost({ db: tx, facts }, caller, { person: here, next })
  await leaveOldPosts(tx, { person: here, next })
  if (isOtherCompany) await withdrawAskedBy(tx, person.id)
  return { isMoved, columns: { role, ...place, ...(isOtherCompany && { supervisorId: null }) } }
}

/** What they had to do and see no longer where they stand now. */
async function handBackUnseen(tx: Db, caller: Caller, { id, uuid }: Person): Promise<number[]> {
  const now = await loadViewer(tx, uuid)
  const mayWork = now && updateTask.allow.some((role) => role === now.role)
  return handBackTasks(tx, caller, { userId: id, keeps: mayWork ? visibleTasks(now) : undefined })
}

async function changeUser(
  { db, facts }: Parts,
  caller: Caller,
  { params, body }: Input<typeof contract>,
): Promise<Changed> {
  const given = columnsOf(body)
  return db.transaction(async (tx) => {
    if (movesSomebody(body)) await takeTurns(tx)
    const person = await getManageableUser(tx, caller, params.uuid)
    refuseOthersAddress(given.userName, { ...person, email: given.email ?? person.email })
    const standing = await standingOf({ db: tx, facts }, caller, { person, body })
    const isOtherAddress = given.email !== undefined && given.email !== person.email
    if (isOtherAddress) refuseUsed(person, 'emailTheirs')
    // One's own takes the password.
    if (isOtherNumber(person, given)) refuseYourself(caller, person)
    // A link that went to the old address opens nothing any more.
    const noLink = isOtherAddress
      ? { passwordResetHash: null, passwordResetExpiresAt: null, emailProvenAt: null }
      : {}
    const columns = { ...withoutShownName(person, given), ...standing.columns }
    await saveUser(tx, person, { columns: { ...columns, ...noLink }, seenAt: body.updatedAt })
    if (standing.isMoved) await endSessions(tx, person.id)
    const tasks = standing.isMoved ? await handBackUnseen(tx, caller, person) : []
    const detail = { fields: namesOfChanged(person, columns) }
    const { uuid, companyId } = person
    await audit(tx, caller, { action: 'updated', entity: 'user', uuid, companyId, detail })
    return { id: person.id, tasks }
  })
}

export async function updateUser(
  parts: Parts & Pick<Services, 'feed'>,
  caller: Caller,
  input: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const change = () => changeUser(parts, caller, input)
  // Whom somebody who moves would leave alone is asked of every house.
  const { id, tasks } = await orTaken(movesSomebody(input.body) ? forCompany(undefined, change) : change())
  await publishTasks(parts, tasks)
  return { user: await userById(parts.db, caller, id) }
}
