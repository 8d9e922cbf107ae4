import { describe, expect, it } from 'vitest'
import { isRecorded, recorded, recordedCases, recordedFormats } from '../testing/recorded.ts'
import { differences } from './compare.ts'
import { roomViews } from './views/rooms.ts'

/** What we read otherwise than the file, and why. */
const otherwise: Record<string, string> = {
  'ingics-gprp/open/012': "the UUID expected is another beacon's: these bytes hold b9a5d27d…",
}

describe.skipIf(!isRecorded)(`messages recorded in ${recorded}`, () => {
  for (const format of recordedFormats().filter((name) => Object.hasOwn(roomViews, name))) {
    it(`${format} means what is said of it`, () => {
      const wrong = recordedCases(format).flatMap((one) => {
        const expected = one.direction === 'to-device' ? { message: one.message } : one.expected
        const paths = differences(expected, roomViews[format]?.(one))
        return paths.length > 0 && !otherwise[one.id] ? [`${one.id} ${paths.join(' ')}`] : []
      })
      expect(wrong).toEqual([])
    })
  }
})
