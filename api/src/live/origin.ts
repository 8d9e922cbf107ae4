import { Refusal } from '@carewatch/contracts/refusal'
import type { FastifyRequest } from 'fastify'

type Headers = { origin?: string | undefined; host?: string | undefined }

/** A page of ours, or no page at all: a browser always says whose page it asks for. */
export function isOwnOrigin({ origin, host }: Headers, publicUrl: string): boolean {
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || origin === new URL(publicUrl).origin
}

/** Refuses a socket to the page of somebody else. */
export const onlyOwnOrigin = (publicUrl: string) => async (request: FastifyRequest) => {
  if (!isOwnOrigin(request.headers, publicUrl)) throw new Refusal('forbidden')
}
