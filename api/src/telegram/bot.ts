import { type Language, languages } from '@carewatch/contracts/languages'
import { write } from '@carewatch/contracts/messages/write'
import { Bot, type Context } from 'grammy'
import type { Services } from '../services.ts'
import { connectChat, leaveChat } from './connect.ts'
import { pressButton } from './press.ts'

type Desk = Pick<Services, 'db' | 'feed' | 'log'>

/** What Telegram calls Hebrew today. */
const languageOf = ({ from }: Context): Language => {
  const code = from?.language_code?.slice(0, 2) === 'he' ? 'iw' : from?.language_code?.slice(0, 2)
  return languages.find((language) => language === code) ?? 'en'
}

/** What was done stands whether or not the bot can still reply. */
const replyWith = (ctx: Context, language: Language, id: string): Promise<unknown> =>
  ctx.reply(write(language, id) ?? id).catch(() => {})

/** What the bot receives: Start with a link's code, Stop, its buttons, and that somebody blocked it. */
export function createBot(services: Desk, { token, apiUrl }: { token: string; apiUrl: string }): Bot {
  const bot = new Bot(token, {
    client: { apiRoot: apiUrl.replace(/\/$/, ''), baseFetchConfig: { redirect: 'error' } },
  })
  const { db } = services

  bot.on('my_chat_member', async (ctx) => {
    if (ctx.myChatMember.new_chat_member.status === 'kicked')
      await leaveChat(db, String(ctx.chat.id), 'BLOCKED')
  })
  bot.on('callback_query:data', async (ctx) => {
    const { data } = ctx.callbackQuery
    const text = await pressButton(services, { data, chatId: String(ctx.from.id) })
    // It is done, whether or not the small window still opens.
    await ctx.answerCallbackQuery({ text }).catch(() => {})
  })
  // In a group anybody could answer an alarm, and everybody could read it.
  bot
    .chatType(['group', 'supergroup'])
    .on('message', (ctx) => replyWith(ctx, languageOf(ctx), 'telegram.notInGroups'))
  const alone = bot.chatType('private')
  alone.command('start', async (ctx) => {
    const { id } = ctx.chat
    if (ctx.match === '') return replyWith(ctx, languageOf(ctx), 'telegram.stranger')
    const language = await connectChat(db, ctx.match, { chatId: String(id), userName: ctx.from.username })
    return replyWith(ctx, language ?? languageOf(ctx), language ? 'telegram.connected' : 'telegram.linkOver')
  })
  alone.command('stop', async (ctx) => {
    await leaveChat(db, String(ctx.chat.id), 'NONE')
    await replyWith(ctx, languageOf(ctx), 'telegram.stopped')
  })
  alone.on('message', (ctx) => replyWith(ctx, languageOf(ctx), 'telegram.stranger'))
  return bot
}
