import type { Answer } from '@carewatch/contracts/telegram'
import { alarms, deliveries } from '@carewatch/migrations/schema/alarms'
import { users } from '@carewatch/migrations/schema/people'
import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { answerByMessage, type Answered } from '../replies/reply.ts'
import type { Services } from '../services.ts'

/** A digit, as telephones of these languages write it, and whatever stands around it. */
const ANSWERS: readonly (readonly [RegExp, Answer])[] = [
  [/^[^\p{L}\p{N}]*[1\u0661\u06f1][^\p{L}\p{N}]*$/u, 'take'],
  [/^[^\p{L}\p{N}]*[2\u0662\u06f2][^\p{L}\p{N}]*$/u, 'falseAlarm'],
]
const MOST_LETTERS = 20
/** An answer to something older is an answer to something else. */
const ANSWERED_WITHIN_HOURS = 24

export type Reply = { from: string; text: string }

export const answerIn = (text: string): Answer | undefined =>
  text.length <= MOST_LETTERS ? ANSWERS.find(([digit]) => digit.test(text))?.[1] : undefined

/** The last message that asked this number, if it is of an alarm. */
async function lastDelivery({ db }: Pick<Services, 'db'>, from: string) {
  // unscoped: a reply by SMS is known by its number alone, and its answer is given with the rights of whose number it is
  const [delivery] = await db
    .select({ userUuid: users.uuid, alarmUuid: alarms.uuid })
    .from(deliveries)
    .innerJoin(users, eq(users.id, deliveries.userId))
    .innerJoin(alarms, eq(alarms.id, deliveries.alarmId))
    .where(
      and(
        eq(deliveries.channel, 'SMS'),
        inArray(deliveries.state, ['SENT', 'DELIVERED']),
        isNull(deliveries.gatheredInId),
        eq(users.contactNumber, from),
        gt(deliveries.sentAt, sql`now() - ${ANSWERED_WITHIN_HOURS} * interval '1 hour'`),
      ),
    )
    .orderBy(desc(deliveries.sentAt), desc(deliveries.id))
    .limit(1)
  return delivery
}

/** Somebody answered a text: 1, they are on it; 2, it was a false alarm. What is neither says nothing. */
export async function takeReply(
  services: Pick<Services, 'db' | 'feed' | 'log'>,
  { from, text }: Reply,
): Promise<Answered | undefined> {
  const answer = answerIn(text.trim())
  const number = `+${from.replaceAll(/\D/g, '')}`
  const delivery = answer && (await lastDelivery(services, number))
  return delivery && answerByMessage(services, { ...delivery, answer, via: 'SMS' })
}
