import { readButton } from '@carewatch/contracts/telegram'
import { alarms, deliveries } from '@carewatch/migrations/schema/alarms'
import { users } from '@carewatch/migrations/schema/people'
import { and, eq } from 'drizzle-orm'
import { answerByMessage } from '../replies/reply.ts'
import { replyText } from '../replies/texts.ts'
import type { Services } from '../services.ts'

/** A button was pressed in this chat; answers what the person reads. Only whose message it was may answer it. */
export async function pressButton(
  services: Pick<Services, 'db' | 'feed' | 'log'>,
  { data, chatId }: { data: string; chatId: string },
): Promise<string> {
  const button = readButton(data)
  // unscoped: a button is known by its message and chat, and its answer is given with the rights of whose chat it is
  const [delivery] = button
    ? await services.db
        .select({ userUuid: users.uuid, alarmUuid: alarms.uuid, language: users.selectedLanguage })
        .from(deliveries)
        .innerJoin(users, eq(users.id, deliveries.userId))
        .innerJoin(alarms, eq(alarms.id, deliveries.alarmId))
        .where(and(eq(deliveries.uuid, button.deliveryUuid), eq(users.telegramChatId, chatId)))
    : []
  if (!button || !delivery) return replyText('en', { outcome: 'notYours' })
  const { userUuid, alarmUuid, language } = delivery
  const answered = await answerByMessage(services, {
    userUuid,
    alarmUuid,
    answer: button.answer,
    via: 'TELEGRAM',
  })
  return replyText(language, answered)
}
