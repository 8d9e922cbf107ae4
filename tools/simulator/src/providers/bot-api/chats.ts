import { type Body, Refused } from './body.ts'

/** A button as a person sees it. */
export type Button = { text: string; callback_data: string }
/** A message in a chat, as it stands there now. */
export type ChatMessage = {
  id: number
  text: string
  buttons: Button[]
  location: { latitude: number; longitude: number; horizontalAccuracy: number | null } | null
  isEdited: boolean
}

const buttonsOf = ({ reply_markup }: Body): Button[] => (reply_markup?.inline_keyboard ?? []).flat()

export const shown = (chat: string, { id, text }: Pick<ChatMessage, 'id' | 'text'>) => ({
  message_id: id,
  date: Math.floor(Date.now() / 1_000),
  chat: { id: Number(chat), type: 'private' },
  text,
})

const locationOf = ({ latitude = 0, longitude = 0, horizontal_accuracy }: Body): ChatMessage['location'] => ({
  latitude,
  longitude,
  horizontalAccuracy: horizontal_accuracy ?? null,
})

/** What stands in each chat, and what a bot may do there. */
export function createChats() {
  const chats = new Map<string, ChatMessage[]>()
  const blocked = new Set<string>()
  let next = 1

  const inChat = (chat: string): ChatMessage[] => {
    const known = chats.get(chat) ?? []
    chats.set(chat, known)
    return known
  }

  function post(body: Body, location: ChatMessage['location']) {
    const { chat_id: chat = '', text = '' } = body
    if (blocked.has(chat)) throw new Refused(403, 'Forbidden: bot was blocked by the user')
    if (chat === '') throw new Refused(400, 'Bad Request: chat not found')
    const message = { id: next++, text, buttons: buttonsOf(body), location, isEdited: false }
    inChat(chat).push(message)
    return shown(chat, message)
  }

  function edit(body: Body) {
    const { chat_id: chat = '', text = '' } = body
    const message = inChat(chat).find(({ id }) => id === body.message_id)
    if (!message) throw new Refused(400, 'Bad Request: message to edit not found')
    const buttons = buttonsOf(body)
    if (message.text === text && message.buttons.length === buttons.length)
      throw new Refused(400, 'Bad Request: message is not modified')
    Object.assign(message, { text, buttons, isEdited: true })
    return shown(chat, message)
  }

  return {
    inChat,
    newId: () => next++,
    block: (chat: string): void => void blocked.add(chat),
    methods: {
      sendMessage: (body: Body) => post(body, null),
      sendLocation: (body: Body) => post(body, locationOf(body)),
      editMessageText: edit,
    },
  }
}
export type Chats = ReturnType<typeof createChats>
