import { existsSync, readFileSync } from 'node:fs'
import { type Case, CaseFile, type View } from './case.ts'
import { differences } from './compare.ts'

const folder = new URL('../../../../shared/fixtures/', import.meta.url)

/** The recorded messages lie beside the repository, never in it. */
export const areRecordingsHere = existsSync(folder)

export function recordedCases(format: string): Case[] {
  const file = new URL(`${format}/cases.json`, folder)
  return existsSync(file) ? CaseFile.parse(JSON.parse(readFileSync(file, 'utf8'))).cases : []
}

/** The recorded messages of a format that mean something else to us: their ids, and where they differ. */
export const unlikeRecorded = (format: string, view: View): Record<string, string> =>
  Object.fromEntries(
    recordedCases(format).flatMap((one) => {
      const actual = view(one)
      const wrong =
        one.direction === 'to-device'
          ? differences({ message: one.message }, actual)
          : differences(one.expected, actual)
      return wrong.length === 0 ? [] : [[one.id, wrong.join(' ')]]
    }),
  )
