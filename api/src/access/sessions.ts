import { Refusal } from '@carewatch/contracts/refusal'
import { Uuid } from '@carewatch/contracts/wire'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Viewers } from './viewers.ts'
import type { Viewer } from './viewer.ts'

const SESSION_SECONDS = 12 * 3_600

const Token = z.object({ sub: Uuid, version: z.int(), exp: z.number() })
type Token = z.output<typeof Token>
export type Session = { viewer: Viewer; endsAt: number }

/** A token says who, and which version of them: logging out raises the version, and every older token is dead. */
export function createSessions(app: FastifyInstance, viewers: Viewers) {
  function read(text: string): Token {
    try {
      return Token.parse(app.jwt.verify(text))
    } catch {
      throw new Refusal('unauthenticated')
    }
  }

  async function open(text: string): Promise<Session> {
    const { sub, version, exp } = read(text)
    const viewer = await viewers.get(sub)
    if (viewer?.tokenVersion !== version) throw new Refusal('unauthenticated')
    return { viewer, endsAt: exp * 1_000 }
  }

  return {
    issue: (viewer: Viewer): string =>
      app.jwt.sign({ sub: viewer.uuid, version: viewer.tokenVersion }, { expiresIn: SESSION_SECONDS }),
    open,
    async viewerOf(authorization: string | undefined): Promise<Viewer> {
      const [scheme, text] = authorization?.split(' ') ?? []
      if (scheme?.toLowerCase() !== 'bearer' || !text) throw new Refusal('unauthenticated')
      return (await open(text)).viewer
    },
  }
}
export type Sessions = ReturnType<typeof createSessions>
