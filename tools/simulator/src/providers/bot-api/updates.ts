import type { Body } from './body.ts'
import { type Button, type Chats, shown } from './chats.ts'

const WAIT_MS = 20

const person = (chat: string, userName?: string) => ({
  id: Number(chat),
  is_bot: false,
  first_name: 'Somebody',
  language_code: 'de',
  ...(userName !== undefined && { username: userName }),
})

/** What people do, as the bot receives it: each again and again until it asks for what comes after. */
export function createUpdates({ inChat, newId }: Chats) {
  let waiting: { update_id: number }[] = []
  let next = 1
  let isClosed = false
  const queue = (update: object): void => void (waiting = [...waiting, { update_id: next++, ...update }])

  return {
    close: (): void => void (isClosed = true),
    getUpdates: async ({ offset = 0, timeout = 0 }: Body) => {
      waiting = waiting.filter(({ update_id }) => update_id >= offset)
      const until = Date.now() + timeout * 1_000
      while (waiting.length === 0 && Date.now() < until && !isClosed)
        await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
      return waiting
    },
    /** A person writes to the bot; in a group, others can read it. */
    messageFrom: (
      chat: string,
      text: string,
      { userName, group = false }: { userName?: string; group?: boolean } = {},
    ): void => {
      const command = /^\/\w+/.exec(text)?.[0]
      queue({
        message: {
          message_id: newId(),
          date: Math.floor(Date.now() / 1_000),
          chat: { id: Number(chat), type: group ? 'group' : 'private', ...(group && { title: 'Ward' }) },
          from: person(chat, userName),
          text,
          ...(command && { entities: [{ type: 'bot_command', offset: 0, length: command.length }] }),
        },
      })
    },
    /** A person presses a button of a message in their chat; `as` is somebody else who got hold of it. */
    press: (chat: string, button: Button, { as = chat }: { as?: string } = {}): void => {
      const message = inChat(chat).find(({ buttons }) =>
        buttons.some(({ callback_data }) => callback_data === button.callback_data),
      )
      queue({
        callback_query: {
          id: String(newId()),
          from: person(as),
          chat_instance: chat,
          data: button.callback_data,
          ...(message && { message: shown(as, message) }),
        },
      })
    },
  }
}
