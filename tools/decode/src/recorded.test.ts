import { expect, it } from 'vitest'
import { recordedCases, recordedFormats } from '@carewatch/devices/testing/recorded'
import { wrongIn } from './view.ts'
import { views } from './views/index.ts'

/** What we read otherwise than the file says. */
const otherwise: Record<string, string> = {
  // The UUID expected is another beacon's: these bytes hold b9a5d27d…
  'ingics-gprp/open/012': 'msd.uuid',
  // A voice is described there in a sentence; we keep no voices.
  'watch-3g/open/031': 'audio',
  // One library writes no comma behind BP00; watches were seen to take the form with one, which 024 asks for.
  'watch-iw/open/022': 'message',
}

it.each(Object.entries(views))('what is recorded of %s means what is said of it', (format, view) => {
  const cases = recordedCases(format)
  const wrong = cases.map((one) => [one.id, wrongIn(one, view).join(' ')] as const)
  expect(cases.length).toBeGreaterThan(0)
  expect(Object.fromEntries(wrong.filter(([, paths]) => paths !== ''))).toEqual(
    Object.fromEntries(Object.entries(otherwise).filter(([id]) => id.startsWith(`${format}/`))),
  )
})

it('nothing is recorded of a format that nobody reads', () => {
  expect(recordedFormats().filter((format) => !Object.hasOwn(views, format))).toEqual([])
})

it('every recorded message says where it comes from, and none from a source under the GPL', () => {
  const all = recordedFormats().flatMap(recordedCases)
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  expect(all.filter(({ source }) => !source).map(({ id }) => id)).toEqual([])
  const copyleft = /theengs|OpenMQTTGateway|owntracks\/recorder|ESPresense|openhab/i
  expect(all.filter(({ source }) => copyleft.test(String(source))).map(({ id }) => id)).toEqual([])
})
