import type { channelGaps, OwnChannel } from '@carewatch/contracts/http/channels'
import { type Channel, channels } from '@carewatch/contracts/escalation'
import type { Db } from '@carewatch/platform/database/client'
import { deliveries } from '@carewatch/migrations/schema/alarms'
import { channelStates } from '@carewatch/migrations/schema/escalation'
import { pushSubscriptions, users } from '@carewatch/migrations/schema/people'
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { idsOfAccounts } from '../access/identity.ts'
import type { Viewer } from '../access/viewer.ts'
import { seen, type Seen } from '../access/seen.ts'

type Who = Pick<Viewer, 'id' | 'identityId'>
type Gap = (typeof channelGaps)[number]
type Person = Seen<typeof users.$inferSelect> & { browsers: number }

const gaps: Record<Channel, (person: Person) => Gap | null> = {
  IN_APP: () => null,
  PUSH: ({ browsers }) => (browsers === 0 ? 'noBrowser' : null),
  TELEGRAM: ({ telegramStatus }) =>
    telegramStatus === 'REGISTERED' ? null : telegramStatus === 'BLOCKED' ? 'blocked' : 'notConnected',
  SMS: ({ contactNumber, sendSms }) => (contactNumber === null ? 'noNumber' : sendSms ? null : 'smsOff'),
  EMAIL: () => null,
}

/** An engine that has the channel says so every ten seconds. */
const isSeen = sql<boolean>`${channelStates.seenAt} > now() - interval '60 seconds'`

export const isSetUp = async (db: Db): Promise<Map<Channel, { isFailing: boolean }>> => {
  const rows = await db.select().from(channelStates).where(isSeen)
  return new Map(rows.map(({ channel, failingSince }) => [channel, { isFailing: failingSince !== null }]))
}

async function personOf(db: Db, { id, identityId }: Who): Promise<Person | undefined> {
  const [user] = await db.select(seen(users)).from(users).where(eq(users.id, id))
  const browsers = await db.$count(
    pushSubscriptions,
    sql`${pushSubscriptions.userId} in ${idsOfAccounts(identityId)}`,
  )
  return user && { ...user, browsers }
}

async function lastTests(db: Db, userId: number) {
  const rows = await db
    .selectDistinctOn([deliveries.channel])
    .from(deliveries)
    .where(and(eq(deliveries.userId, userId), isNotNull(deliveries.test)))
    .orderBy(deliveries.channel, desc(deliveries.id))
  return new Map(
    rows.map(({ channel, state, reason, sentAt, updatedAt }) => [
      channel,
      { state, reason, at: sentAt ?? updatedAt },
    ]),
  )
}

/** Each channel as it stands for this person. */
export async function channelsOf(db: Db, who: Who): Promise<OwnChannel[]> {
  const [setUp, person, tests] = await Promise.all([isSetUp(db), personOf(db, who), lastTests(db, who.id)])
  return channels.map((channel) => {
    const state = channel === 'IN_APP' ? { isFailing: false } : setUp.get(channel)
    return {
      channel,
      gap: state && person ? gaps[channel](person) : 'notSetUp',
      isFailing: state?.isFailing ?? false,
      lastTest: tests.get(channel) ?? null,
    }
  })
}
