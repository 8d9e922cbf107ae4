import { z } from 'zod'

/** From a broker to every api: who takes this program? The first is asked to. */
export const ProgramOffer = z.object({ id: z.uuid(), nodeId: z.int() })
export type ProgramOffer = z.output<typeof ProgramOffer>

/** From a broker to the api that took it: what the program says, a message of the live socket as text, or that it has gone. */
export const ProgramUp = z.object({
  id: z.uuid(),
  nodeId: z.int(),
  /** From where it connects. */
  address: z.string().max(64),
  text: z
    .string()
    .max(48 * 1024)
    .optional(),
})
export type ProgramUp = z.output<typeof ProgramUp>

/** From an api to a broker: that it takes the program, what it is sent, or that its socket is closed. */
export const ProgramDown = z.object({
  id: z.uuid(),
  takenBy: z.uuid().optional(),
  text: z.string().optional(),
  closed: z.int().optional(),
})
export type ProgramDown = z.output<typeof ProgramDown>

/** `live`: a partner's program, by a company's key; `home`: Home Assistant, by a link of its owner's. */
export type ProgramUse = 'live' | 'home'
/** By what a broker signs a program in: the public part of its key and the hash of its secret. The secret itself goes no further than to the broker. */
export type ProgramKey = { use: ProgramUse; publicId: string; hash: string }
const PROGRAM_KEY = /^cw_(live|home)_([0-9A-Za-z]{12})#([0-9a-f]{64})$/
export const programToken = ({ use, publicId, hash }: ProgramKey): string => `cw_${use}_${publicId}#${hash}`
export function readProgramToken(token: string): ProgramKey | undefined {
  const [, use, publicId, hash] = PROGRAM_KEY.exec(token) ?? []
  if (publicId === undefined || hash === undefined) return undefined
  return { use: use === 'home' ? 'home' : 'live', publicId, hash }
}

/** What a broker says of a Home Assistant: it subscribed to something, or has started, and is told all anew. */
export const HOME_REFRESH = JSON.stringify({ type: 'refresh' })
/** What an api tells a Home Assistant: the message itself. */
export type HomeMessage = { type: 'published'; topic: string; payload: string }

/** A program that nothing was heard of for so long is gone, and its broker or api with it. */
export const PROGRAM_SILENT_MS = 15_000
export const PROGRAM_BEAT_MS = 4_000
