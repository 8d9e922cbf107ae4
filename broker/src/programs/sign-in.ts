import { createHash } from 'node:crypto'
import { programToken } from '@carewatch/contracts/program-line'
import { CONNACK } from '../auth/credentials.ts'
import { refusal } from '../auth/connect.ts'
import type { Line, Lines } from './lines.ts'
import type { Message } from './topic-of.ts'

/** Signed in by the key's public part, which the portal shows; the password is the whole secret. */
const NAME = /^cw_(live|home)_([0-9A-Za-z]{12})$/
const SECRET = /^cw_(?:live|home)_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$/

export const isHome = (username: string): boolean => username.startsWith('cw_home_')
export const isProgram = (username: string): boolean => username.startsWith('cw_')

/** So many at once, for each costs the api a question. */
const AT_ONCE = 50
const ANSWERED_WITHIN_MS = 10_000

/** The api cannot be asked: the connection is cut without a word, and the program tries again as after any lost one. */
export class NoAnswer extends Error {}

/** `companyUuid`: of a key; a Home Assistant is of nobody's company. */
export type SignedInProgram = {
  companyUuid: string | undefined
  line: Line
  follow: (to: Follower) => void
}
type Follower = { message: (message: Message, text: string) => void; ended: () => void }
type Given = { username: string; password: Buffer; address: string }

const REFUSED = { token: CONNACK.badCredentials, late: CONNACK.badCredentials } as const

const refusalFor = (reason: string | undefined): Error =>
  refusal(
    `program: ${reason ?? 'refused'}`,
    reason === 'token' || reason === 'late' ? REFUSED[reason] : CONNACK.notAuthorized,
  )

/** Asks the api whose a key is, by a line that is its live socket from then on. */
export function createProgramSignIn(lines: Lines) {
  let asking = 0

  return async ({ username, password, address }: Given): Promise<SignedInProgram> => {
    const secret = password.toString()
    const [, named, publicId] = NAME.exec(username) ?? []
    const use = named === 'home' ? 'home' : 'live'
    const isShaped = SECRET.test(secret) && secret.startsWith(`${username}_`)
    if (publicId === undefined || !isShaped) throw refusalFor('token')
    if (asking >= AT_ONCE) throw new NoAnswer('too many at once')
    asking++
    try {
      const hash = createHash('sha256').update(secret).digest('hex')
      return await ask(lines, programToken({ use, publicId, hash }), address)
    } finally {
      asking--
    }
  }
}

async function ask(lines: Lines, token: string, address: string): Promise<SignedInProgram> {
  const answered = Promise.withResolvers<Message | undefined>()
  let follower: Follower | undefined
  let isEnded = false
  const line = await lines.open(address, {
    received(text) {
      // Safe: the api writes messages of the live socket.
      const message = JSON.parse(text) as Message
      if (follower) return follower.message(message, text)
      if (message.type === 'authorized' || message.type === 'refused') answered.resolve(message)
    },
    ended() {
      isEnded = true
      answered.resolve(undefined)
      follower?.ended()
    },
  })
  if (!line) throw new NoAnswer('no api is there')
  line.send(JSON.stringify({ type: 'authorize', token }))
  const late = setTimeout(answered.resolve, ANSWERED_WITHIN_MS, undefined)
  const answer = await answered.promise
  clearTimeout(late)
  // Nobody followed yet when it ended: whoever follows hears of it then, and no program stays on a line that leads nowhere.
  const follow = (to: Follower): void => {
    follower = to
    if (isEnded) to.ended()
  }
  if (answer?.type === 'authorized') return { companyUuid: answer.companyUuid, line, follow }
  line.end()
  if (!answer) throw new NoAnswer('the api did not answer')
  throw refusalFor(answer.reason)
}
