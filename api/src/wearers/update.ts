import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { updateWearer as contract } from '@carewatch/contracts/http/wearers'
import { permissions } from '@carewatch/contracts/permissions'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Role } from '@carewatch/contracts/roles'
import type { WearerStatus } from '@carewatch/contracts/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { wearers } from '@carewatch/migrations/schema/wearers'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { getBranch } from '../devices/place.ts'
import { namesOfChanged } from '../http/changed.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { saveAsSeen } from '../http/save-as-seen.ts'
import { getVisibleWearer } from '../access/visible-wearer.ts'
import { getRoomId } from './place.ts'
import { takeBackAll } from './take-back.ts'
import { wearerById, type WearerRow } from './wearer-rows.ts'

type Body = Input<typeof contract>['body']
type Change = { wearer: WearerRow; body: Body }

const OWNERS_FIELDS: readonly string[] = ['firstName', 'lastName', 'dob', 'sex', 'language', 'updatedAt']

/** What a role may not change is refused, never dropped in silence. */
function refuseOthersFields(role: Role, body: Body): void {
  if (role !== 'OWNER') return
  const others = Object.keys(body).filter((field) => !OWNERS_FIELDS.includes(field))
  if (others.length > 0)
    throw new InvalidFields(Object.fromEntries(others.map((field) => [field, 'unknown'])))
}

/** What was told and needs nobody else's row; what was not told is not there. */
const personOf = ({ firstName, lastName, dob, sex, language, bed, toCheck }: Body) => ({
  ...(firstName !== undefined && { firstName }),
  ...(lastName !== undefined && { lastName }),
  ...(dob !== undefined && { dob }),
  ...(sex !== undefined && { sex }),
  ...(language !== undefined && { language }),
  ...(bed !== undefined && { bed }),
  ...(toCheck !== undefined && { toCheck }),
})

/** Another branch of their company, and a room of it: who leaves a branch leaves the room. */
async function placeOf(tx: Db, caller: Caller, { wearer, body }: Change) {
  const branch = body.branchId === undefined ? undefined : await getBranch(tx, caller, body.branchId)
  if (branch && branch.companyId !== wearer.companyId) throw new InvalidFields({ branchId: 'invalid' })
  const branchId = branch?.id ?? wearer.branchId
  const leaves = branchId !== wearer.branchId && { branchId, roomId: null, bed: body.bed ?? null }
  const { roomId: room } = body
  const enters = room !== undefined && { roomId: await getRoomId(tx, caller, { roomId: room, branchId }) }
  return { ...leaves, ...enters }
}

const hasLeft = (status: WearerStatus): boolean => status === 'LEFT' || status === 'DECEASED'

/** Who leaves gives back what they wear, and leaves room and bed; who looks after them every day does not decide that. */
async function refuseLeaving(tx: Db, caller: Caller, { wearer, body }: Change): Promise<void> {
  const { status = wearer.status, roomId, bed } = body
  if (hasLeft(status) && roomId) throw new InvalidFields({ roomId: 'invalid' })
  if (hasLeft(status) && bed) throw new InvalidFields({ bed: 'invalid' })
  if (status === wearer.status || (!hasLeft(status) && !hasLeft(wearer.status))) return
  if (!permissions.manageWearers.some((role) => role === caller.role)) throw new Refusal('forbidden')
  if (hasLeft(status)) await takeBackAll(tx, caller, { wearerId: wearer.id, end: 'TAKEN_BACK' })
}

/** Who is here again is not away, and nobody is away without a reason. */
function stayOf({ status, awayReason, awayUntil }: Body, before: WearerStatus) {
  if (status === undefined) return {}
  if (hasLeft(status)) return { status, awayReason: null, awayUntil: null, roomId: null, bed: null }
  if (status !== 'AWAY')
    return { status, awayReason: null, awayUntil: null, ...(before !== status && { hereSince: new Date() }) }
  if (!awayReason) throw new InvalidFields({ awayReason: 'required' })
  return { status, awayReason, awayUntil: awayUntil ?? null }
}

export async function updateWearer(
  db: Db,
  caller: Caller,
  { params: { uuid }, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const id = await db.transaction(async (tx) => {
    const wearer = await getVisibleWearer(tx, caller, uuid)
    refuseOthersFields(caller.role, body)
    await refuseLeaving(tx, caller, { wearer, body })
    const place = await placeOf(tx, caller, { wearer, body })
    const columns = { ...personOf(body), ...place, ...stayOf(body, wearer.status) }
    await saveAsSeen(tx, wearers, { row: wearer, columns, seenAt: body.updatedAt })
    const detail = { fields: namesOfChanged(wearer, columns) }
    const { companyId } = wearer
    await audit(tx, caller, { action: 'updated', entity: 'wearer', uuid, companyId, detail })
    return wearer.id
  })
  return wearerById(db, id)
}
