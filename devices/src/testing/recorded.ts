import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bytesOf, type Case, CaseFile } from './case.ts'

const folder = join(import.meta.dirname, '../../recorded')
const ENDING = '.json'

/** The formats that messages are recorded of. */
export const recordedFormats = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length))

/** A format without a file is an error: what it should prove would not be proved. */
export const recordedCases = (format: string): Case[] =>
  CaseFile.parse(JSON.parse(readFileSync(join(folder, format + ENDING), 'utf8'))).cases

export const recordedMessages = (format: string): { topic: string; payload: Uint8Array }[] =>
  recordedCases(format)
    .filter(({ direction }) => direction === 'from-device')
    .map((one) => ({ topic: one.topic ?? '', payload: bytesOf(one) }))
