import { type Channel, type RecipientGroup, recipientGroups } from '@carewatch/contracts/escalation'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { escalationReach as contract, Reached } from '@carewatch/contracts/http/escalation'
import { type Recipient, recipientsIf } from '@carewatch/platform/escalation/recipients'
import { isOutOfReach, waysTo, type Working } from '@carewatch/platform/escalation/ways'
import { channelStates } from '@carewatch/migrations/schema/escalation'
import { gt, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { getVisibleBranch } from '../branches/find.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import type { Db } from '@carewatch/platform/database/client'
import type { Facts, Services } from '../services.ts'
import { chainsOf } from './read.ts'

type Asked = Input<typeof contract>['query']
type Ringing = {
  companyId: number | null
  branchId: number | null
  rings: Parameters<typeof recipientsIf>[1]
}

async function findRinging(db: Db, viewer: Viewer, { device, branch }: Asked): Promise<Ringing> {
  if (device !== undefined) {
    const { id, companyId, branchId } = await getVisibleDevice(db, viewer, { uuid: device })
    return { companyId, branchId, rings: { deviceId: id } }
  }
  const { id, companyId } = await getVisibleBranch(db, viewer, branch ?? '')
  return { companyId, branchId: id, rings: { branchId: id } }
}

/** An engine that has a channel writes so every few seconds: a channel without such a row for a minute is not there. */
async function workingChannels(db: Db): Promise<Working> {
  const isSeen = gt(channelStates.seenAt, sql`now() - interval '60 seconds'`)
  const rows = await db.select({ channel: channelStates.channel }).from(channelStates).where(isSeen)
  return new Set<Channel>(['IN_APP', ...rows.map(({ channel }) => channel)])
}

async function peopleByGroup(facts: Facts, rings: Ringing['rings']) {
  const groups = await Promise.all(
    recipientGroups.map(async (group) => [group, await recipientsIf(facts, rings, [group])] as const),
  )
  return new Map<RecipientGroup, Recipient[]>(groups)
}

const keyOf = ({ userId, relativeId }: Recipient): string => `${userId}/${relativeId}`

function reached(who: Recipient, channels: readonly Channel[], working: Working): Reached {
  const { name, userUuid: uuid } = who
  return { name, uuid, ways: waysTo(who, channels, working), isOutOfReach: isOutOfReach(who, working) }
}

/** Whom each step would notify now, asked as the engine asks. */
export async function readReach(
  { db, facts }: Pick<Services, 'db' | 'facts'>,
  viewer: Viewer,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { companyId, branchId, rings } = await findRinging(db, viewer, query)
  const [{ chains }, working, people] = await Promise.all([
    chainsOf(db, { companyId, branchId }),
    workingChannels(db),
    peopleByGroup(facts, rings),
  ])
  const recipientsOf = (who: readonly RecipientGroup[]) => {
    const recipients = who.flatMap((group) => people.get(group) ?? [])
    return new Map(recipients.map((one) => [keyOf(one), one])).values()
  }
  const families = chains.map((each) => ({
    ...each,
    recipients: each.chain.steps.map(({ who, channels }) =>
      [...recipientsOf(who)].map((one) => reached(one, channels, working)),
    ),
  }))
  return { channels: [...working], families }
}
