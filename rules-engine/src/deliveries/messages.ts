import { isolated } from '@carewatch/contracts/messages/wearer-line'
import { byTriage } from '@carewatch/contracts/triage'
import { type Role, roles } from '@carewatch/contracts/roles'
import type { Message } from './channels/channel.ts'
import { type AlarmDelivery, type Delivery, isOfAlarm } from './claim.ts'
import { headline, ofCompany, textOf, type MessageTexts, textsOf } from './texts.ts'

const MOST_LISTED = 10

const toOf = ({ uuid, userId, phone, email, telegramChatId, language }: Delivery) => ({
  uuid,
  userId,
  phone,
  email,
  telegramChatId,
  language,
})

const silent = { place: null, answers: null, answerCode: null }

/** A message as it is sent: of one alarm, or the one by which a person tries a channel. */
export function messageOf(delivery: Delivery): Message {
  const { language, userId, channel } = delivery
  if (!isOfAlarm(delivery)) return { ...toOf(delivery), ...trial(delivery), ...silent, isUrgent: false }
  const { place, answerCode } = delivery
  return {
    ...toOf(delivery),
    ...textsOf(delivery, delivery),
    path: pathFor(delivery),
    isUrgent: isUrgent(delivery),
    place,
    answerCode,
    // Whoever has no account answers a text, by its code, and nothing else.
    answers:
      userId === null && channel !== 'SMS'
        ? null
        : { take: textOf(language, 'message.take'), falseAlarm: textOf(language, 'message.falseAlarm') },
  }
}

function trial({ language, notice }: Delivery): MessageTexts & { path: string } {
  const id = notice ? (`message.notice.${notice}` as const) : 'message.channelTest'
  return {
    title: textOf(language, id),
    text: textOf(language, `${id}Text`),
    path: '/user/detail/currentUser',
  }
}

const inOrder = (all: readonly AlarmDelivery[]): AlarmDelivery[] =>
  byTriage(
    all.map((one) => ({
      ...one,
      acknowledged: one.acknowledgedAt !== null,
      createdAt: one.openedAt,
      id: one.alarmId,
    })),
  )

/** Too many at once to be read one by one: how many, and those that come first. */
export function gatheredMessage(first: AlarmDelivery, all: readonly AlarmDelivery[]): Message {
  const { language, branchName, company } = first
  const place = isolated(branchName ?? '')
  const lines = inOrder(all)
    .slice(0, MOST_LISTED)
    .map((one) => headline(language, one))
  const more =
    all.length > MOST_LISTED ? [textOf(language, 'message.more', { count: all.length - MOST_LISTED })] : []
  return {
    ...toOf(first),
    ...silent,
    title: ofCompany(company, textOf(language, 'message.storm', { count: all.length, place })),
    text: [...lines, ...more].join('\n'),
    path: pathFor({ ...first, notificationUuid: null }),
    isUrgent: all.some(isUrgent),
  }
}

export const isUrgent = ({ kind, severity }: Pick<AlarmDelivery, 'kind' | 'severity'>): boolean =>
  severity === 'CRITICAL' || isCry({ kind })

/** Somebody calls for help, or fell. */
export const isCry = ({ kind }: Pick<AlarmDelivery, 'kind'>): boolean => kind === 'SOS' || kind === 'FALL'

const staff: readonly (Role | null)[] = roles.filter((role) => !['OWNER', 'RELATIVE', 'USER'].includes(role))

const areaOf = ({ role }: Delivery): string => (staff.includes(role) ? '/admin' : '/user')

/** The alarm in the portal, where this person sees it; whoever has several accounts is told which of them that is. */
function pathFor(delivery: AlarmDelivery): string {
  const { notificationUuid, accountUuid } = delivery
  const query = new URLSearchParams({
    ...(notificationUuid !== null && { selected: notificationUuid }),
    ...(accountUuid !== null && { account: accountUuid }),
  }).toString()
  return `${areaOf(delivery)}/notifications${query && `?${query}`}`
}
