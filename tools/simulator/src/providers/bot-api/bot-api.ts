import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { Body, type Refusal, Refused } from './body.ts'
import { createChats } from './chats.ts'
import { createUpdates } from './updates.ts'

type Trouble = Refusal | 'silent' | 'acceptedThenSilent' | 'garbage'

const TOKEN = '1234567:loopback-token-of-a-bot'
const bot = { id: 1_234_567, is_bot: true, first_name: 'Carewatch', username: 'carewatch_test_bot' }

function answer(response: ServerResponse, code: number, content: unknown): void {
  response.writeHead(code, { 'content-type': 'application/json' })
  response.end(typeof content === 'string' ? content : JSON.stringify(content))
}

const refuse = (response: ServerResponse, { code, description, retryAfter }: Refusal): void =>
  answer(response, code, {
    ok: false,
    error_code: code,
    description,
    ...(retryAfter !== undefined && { parameters: { retry_after: retryAfter } }),
  })

/** What goes wrong the next few times that a method is asked for. */
function createTroubles() {
  const known = new Map<string, { trouble: Trouble; times: number }>()
  return {
    set: (method: string, trouble: Trouble, times = 1): void => void known.set(method, { trouble, times }),
    next: (method: string): Trouble | undefined => {
      const one = known.get(method)
      if (!one || one.times === 0) return undefined
      one.times--
      return one.trouble
    },
  }
}

/** A Bot API server on loopback with Telegram's own methods (core.telegram.org/bots/api) and keeps what each chat shows. */
export async function startBotApi() {
  const chats = createChats()
  const updates = createUpdates(chats)
  const toasts: string[] = []
  const asked: { method: string; body: Body; at: number }[] = []
  const troubles = createTroubles()

  const methods: Record<string, (body: Body) => unknown> = {
    ...chats.methods,
    getUpdates: updates.getUpdates,
    getMe: () => ({ ...bot, can_join_groups: true, can_read_all_group_messages: false }),
    deleteWebhook: () => true,
    answerCallbackQuery: ({ text = '' }) => {
      toasts.push(text)
      return true
    },
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await readText(request)
    const [, token, method = ''] = /^\/bot([^/]+)\/(\w+)/.exec(request.url ?? '') ?? []
    if (token !== TOKEN) return refuse(response, { code: 401, description: 'Unauthorized' })
    const body = Body.safeParse(raw === '' ? {} : JSON.parse(raw))
    const run = methods[method]
    if (!run || !body.success) return refuse(response, { code: 400, description: 'Bad Request' })
    asked.push({ method, body: body.data, at: performance.now() })
    const trouble = troubles.next(method)
    if (trouble === 'silent') return
    if (trouble === 'garbage') return answer(response, 200, '<html>')
    if (typeof trouble === 'object') return refuse(response, trouble)
    try {
      const result = await run(body.data)
      if (trouble !== 'acceptedThenSilent') answer(response, 200, { ok: true, result })
    } catch (error) {
      refuse(
        response,
        error instanceof Refused ? error.refusal : { code: 500, description: 'Internal Server Error' },
      )
    }
  }

  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: a TCP server that listens has an address with a port.
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    token: TOKEN,
    userName: bot.username,
    /** What the bot asked for, and when, by `performance.now()`. */
    asked,
    /** What small windows showed after a button was pressed. */
    toasts,
    chat: chats.inChat,
    /** This person wants nothing of the bot any more. */
    block: chats.block,
    messageFrom: updates.messageFrom,
    press: updates.press,
    trouble: troubles.set,
    close: async (): Promise<void> => {
      updates.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type BotApi = Awaited<ReturnType<typeof startBotApi>>
