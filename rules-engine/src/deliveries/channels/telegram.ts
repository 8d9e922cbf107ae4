import { buttonData } from '@carewatch/contracts/telegram'
import { Api, GrammyError, HttpError, InlineKeyboard } from 'grammy'
import { NotSent } from '@carewatch/platform/messages/not-sent'
import type { Edit, Message, Sender, Sent } from './channel.ts'

/** Of the thirty in a second that Telegram takes from a bot (core.telegram.org/bots/faq), some are left for edits. */
const PER_SECOND = 25
const SECOND = 1_000

type Bot = { token: string; apiUrl: string; publicUrl: string }
/** Grammy's own type of a signal is that of an older standard. */
type Signal = Parameters<Api['getMe']>[0]

/** The bot's message, with buttons to answer by; where help is called for, with the place on a map. */
export function telegramSender({ token, apiUrl, publicUrl }: Bot): Sender {
  const api = new Api(token, { apiRoot: apiUrl.replace(/\/$/, ''), baseFetchConfig: { redirect: 'error' } })

  async function send(message: Message, signal: AbortSignal): Promise<Sent> {
    const { telegramChatId: chat, answers } = message
    if (chat === null) throw new NotSent('noAddress', { isFinal: true })
    const [text, other] = bodyOf(message, publicUrl)
    const sent = await ask(signal, (until) => api.sendMessage(chat, text, other, until))
    await sendPlace(api, message, { chat, replyTo: sent.message_id, signal })
    return { providerId: `${chat}/${sent.message_id}`, canBeEdited: answers !== null }
  }

  async function edit({ providerId, message, outcome }: Edit, signal: AbortSignal): Promise<void> {
    const [chat = '', id] = providerId.split('/')
    const [text, other] = bodyOf({ ...message, text: outcome }, publicUrl)
    await ask(signal, (until) => api.editMessageText(chat, Number(id), text, other, until)).catch(
      (error: unknown) => {
        // Two engines may have said the same thing.
        if (!(error instanceof NotSent && isUnchanged(error.cause))) throw error
      },
    )
  }

  return {
    channel: 'TELEGRAM',
    perSecond: PER_SECOND,
    send,
    edit,
    name: async (signal) => (await ask(signal, (until) => api.getMe(until))).username,
  }
}

/** Telegram takes 0 to 1,500 m: a wider circle cannot be shown as wide as it is, and a narrower one sends helpers past who needs them. */
const WIDEST_M = 1_500

/** A map without its message says nothing, a message without its map says nearly all: so that one never fails for the other. */
async function sendPlace(
  api: Api,
  { place }: Message,
  { chat, replyTo, signal }: { chat: string; replyTo: number; signal: AbortSignal },
): Promise<void> {
  if (!place || (place.accuracyM ?? 0) > WIDEST_M) return
  const { lat, lng, accuracyM } = place
  const other = {
    reply_parameters: { message_id: replyTo },
    ...(accuracyM !== null && { horizontal_accuracy: accuracyM }),
  }
  await ask(signal, (until) => api.sendLocation(chat, lat, lng, other, until)).catch(() => {})
}

function bodyOf({ title, text, path, answers, uuid }: Message, publicUrl: string) {
  const body = [title, text, new URL(path, publicUrl).href].join('\n')
  const buttons = answers && {
    reply_markup: new InlineKeyboard()
      .text(answers.take, buttonData('take', uuid))
      .text(answers.falseAlarm, buttonData('falseAlarm', uuid)),
  }
  // Bold is told by offsets: nothing in a name can be taken for markup.
  const entities = [{ type: 'bold' as const, offset: 0, length: title.length }]
  return [body, { entities, link_preview_options: { is_disabled: true }, ...buttons }] as const
}

async function ask<T>(signal: AbortSignal, call: (until: Signal) => Promise<T>): Promise<T> {
  try {
    // Safe: a signal of this Node has all that grammy asks of one.
    return await call(signal as unknown as Signal)
  } catch (error) {
    throw refusalOf(error, signal)
  }
}

const isUnchanged = (cause: unknown): boolean =>
  cause instanceof GrammyError && cause.description.includes('message is not modified')

/** What Telegram's answer means for the message (core.telegram.org/bots/api#making-requests). */
function refusalOf(error: unknown, signal: AbortSignal): NotSent {
  if (error instanceof GrammyError) {
    const { error_code: code, parameters } = error
    if (code === 403) return new NotSent('blocked', { isFinal: true, cause: error })
    if (code === 400) return new NotSent('gone', { isFinal: true, cause: error })
    const seconds = parameters.retry_after
    return new NotSent('refused', {
      cause: error,
      ...(seconds !== undefined && { retryAfterMs: seconds * SECOND }),
    })
  }
  if (signal.aborted) return new NotSent('timeout')
  return new NotSent('unreachable', { cause: error instanceof HttpError ? undefined : error })
}
