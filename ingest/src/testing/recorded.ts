import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bytesOf, type Case, CaseFile } from '../decode/case.ts'

/** The recorded messages stand beside the repository: some of them may not stand in it. */
export const recorded = join(import.meta.dirname, '../../../../shared/fixtures')
export const isRecorded = existsSync(recorded)

export const recordedFormats = (): string[] => (isRecorded ? readdirSync(recorded) : [])

export const recordedCases = (format: string): Case[] =>
  recordedFormats().includes(format)
    ? CaseFile.parse(JSON.parse(readFileSync(join(recorded, format, 'cases.json'), 'utf8'))).cases
    : []

export const recordedMessages = (format: string): { topic: string; payload: Uint8Array }[] =>
  recordedCases(format)
    .filter(({ direction }) => direction === 'from-device')
    .map((one) => ({ topic: one.topic ?? '', payload: bytesOf(one) }))
