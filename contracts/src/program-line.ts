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

/** By what a broker signs a program in: the public part of its key and the hash of its secret. The secret itself goes no further than to the broker. */
export type ProgramKey = { publicId: string; hash: string }
const PROGRAM_KEY = /^cw_live_([0-9A-Za-z]{12})#([0-9a-f]{64})$/
export const programToken = ({ publicId, hash }: ProgramKey): string => `cw_live_${publicId}#${hash}`
export function readProgramToken(token: string): ProgramKey | undefined {
  const [, publicId, hash] = PROGRAM_KEY.exec(token) ?? []
  return publicId !== undefined && hash !== undefined ? { publicId, hash } : undefined
}

/** A program that nothing was heard of for so long is gone, and its broker or api with it. */
export const PROGRAM_SILENT_MS = 15_000
export const PROGRAM_BEAT_MS = 4_000
