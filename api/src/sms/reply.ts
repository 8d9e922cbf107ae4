import type { Answer } from '@carewatch/contracts/telegram'
import { alarms, deliveries } from '@carewatch/migrations/schema/alarms'
import { relatives } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { answerOfRelative } from '../replies/of-relative.ts'
import { answerByMessage, type Answered } from '../replies/reply.ts'
import type { Services } from '../services.ts'
import { tellNotTaken } from './tell-not-taken.ts'

/** The answer's digit and the code of the text that asked, with whatever stands around and between them. */
const REPLY = /^[^\p{L}\p{N}]*([12])[^\p{L}\p{N}]*(\d{4})?[^\p{L}\p{N}]*$/u
/** Digits as telephones of these languages write them. */
const DIGITS = [/[\u0660-\u0669]/g, /[\u06f0-\u06f9]/g]
const MOST_LETTERS = 20
/** An answer to something older is an answer to something else. */
const ANSWERED_WITHIN_HOURS = 24
/** So many wrong codes count against all that are good at the moment, so that none is guessed; the next text brings another. */
const WRONG_TRIES = 5

export type Reply = { from: string; text: string }

const withPlainDigits = (text: string): string =>
  DIGITS.reduce((all, own) => all.replaceAll(own, (digit) => String((digit.codePointAt(0) ?? 0) % 16)), text)

export function answerIn(text: string): { answer: Answer; code: string | null } | undefined {
  const read = text.length <= MOST_LETTERS ? REPLY.exec(withPlainDigits(text)) : null
  return read ? { answer: read[1] === '1' ? 'take' : 'falseAlarm', code: read[2] ?? null } : undefined
}

const ASKED = {
  id: deliveries.id,
  userId: deliveries.userId,
  relativeId: deliveries.relativeId,
  userUuid: users.uuid,
  alarmId: alarms.id,
  alarmUuid: alarms.uuid,
  code: deliveries.answerCode,
  isGood: sql<boolean>`${lt(deliveries.wrongTries, WRONG_TRIES)}`,
}

/** Texts of alarms that asked within a day. */
const isAsking = and(
  eq(deliveries.channel, 'SMS'),
  inArray(deliveries.state, ['SENT', 'DELIVERED']),
  isNull(deliveries.gatheredInId),
  gt(deliveries.sentAt, sql`now() - ${ANSWERED_WITHIN_HOURS} * interval '1 hour'`),
)

async function askedPerson({ db }: Pick<Services, 'db'>, from: string) {
  // unscoped: a reply by SMS is known by its number and its code, and its answer is given with the rights of whose number it is
  return db
    .select(ASKED)
    .from(deliveries)
    .innerJoin(users, eq(users.id, deliveries.userId))
    .innerJoin(alarms, eq(alarms.id, deliveries.alarmId))
    .where(and(isAsking, eq(users.contactNumber, from)))
    .orderBy(desc(deliveries.sentAt), desc(deliveries.id))
}

/** A relative without an account, while they are one of whoever wears the watch, and the alarm is open. */
async function askedRelative({ db }: Pick<Services, 'db'>, from: string) {
  // unscoped: a reply by SMS is known by its number and its code
  return db
    .select(ASKED)
    .from(relatives)
    .innerJoin(alarms, and(eq(alarms.deviceId, relatives.deviceId), isNull(alarms.closedAt)))
    .innerJoin(
      deliveries,
      and(eq(deliveries.alarmId, alarms.id), eq(deliveries.relativeId, relatives.id), isAsking),
    )
    .leftJoin(users, eq(users.id, deliveries.userId))
    .where(and(eq(relatives.phone, from), isNull(relatives.userId)))
    .orderBy(desc(deliveries.sentAt), desc(deliveries.id))
}

type Asked = Awaited<ReturnType<typeof askedPerson | typeof askedRelative>>[number]

/** The text that is answered: the one with this code. What an earlier version sent had none, and relatives no answer: there the last one is, as it said. */
function answeredOf(all: readonly Asked[], code: string | null): Asked | undefined {
  const [last] = all
  if (code !== null) return all.find((one) => one.code === code && one.isGood)
  return last?.code === null && last.userId !== null ? last : undefined
}

/** Somebody answered a text: 1, they are on it; 2, it was a false alarm. What is neither says nothing; what does not have the code takes nothing. */
export async function takeReply(
  services: Pick<Services, 'db' | 'feed' | 'log'>,
  { from, text }: Reply,
): Promise<Answered | undefined> {
  const given = answerIn(text.trim())
  if (!given) return undefined
  const number = `+${from.replaceAll(/\D/g, '')}`
  const all = [...(await askedPerson(services, number)), ...(await askedRelative(services, number))]
  const [last] = all
  if (!last) return undefined
  const { answer, code } = given
  const asked = answeredOf(all, code)
  if (!asked && code !== null) await countWrong(services, all)
  const answered = asked && (await answeredBy(services, asked, answer))
  if (!answered || answered.outcome === 'notYours') await tellNotTaken(services, asked ?? last)
  return answered
}

async function answeredBy(
  services: Pick<Services, 'db' | 'feed' | 'log'>,
  { userUuid, relativeId, alarmId, alarmUuid }: Asked,
  answer: Answer,
): Promise<Answered> {
  if (userUuid !== null) return answerByMessage(services, { userUuid, alarmUuid, answer, via: 'SMS' })
  return relativeId === null
    ? { outcome: 'notYours' }
    : answerOfRelative(services, { relativeId, alarmId, answer })
}

async function countWrong({ db }: Pick<Services, 'db'>, all: readonly Asked[]): Promise<void> {
  const ids = all.map(({ id }) => id)
  await db
    .update(deliveries)
    .set({ wrongTries: sql`${deliveries.wrongTries} + 1` })
    .where(and(inArray(deliveries.id, ids), lt(deliveries.wrongTries, WRONG_TRIES)))
}
