import { readFileSync } from 'node:fs'
import type { IncidentDetail } from '@carewatch/contracts/http/incidents'
import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import { leftOf } from './left-of.ts'

/** An outage of six, of which two were switched off when it ended: nobody came back. */
const cleared = { type: 'step', step: 'CLEARED', alarms: ['outage'], value: 4 }
const outage = { uuid: 'outage', kind: 'OUTAGE', active: false, value: 6 }
// Safe: no more of an incident is read.
const incident = (alarm: object) =>
  ({ alarms: [{ ...outage, ...alarm }], timeline: [cleared] }) as unknown as IncidentDetail
const entry = cleared as unknown as Parameters<typeof leftOf>[0]

it('says how many of an outage were silent still as it ended, and of none that goes on', () => {
  expect(leftOf(entry, incident({}))).toEqual({ left: 4, total: 6 })
  expect(leftOf(entry, incident({ active: true }))).toBeNull()
  expect(leftOf(entry, incident({ kind: 'OFFLINE' }))).toBeNull()
})

it.each(['ar', 'bg', 'de', 'en', 'fr', 'iw', 'lv', 'ru'])(
  'and nothing, in %s, of who came back or is told, which nobody knows then',
  (locale) => {
    const messages = JSON.parse(readFileSync(new URL(`../../i18n/${locale}.json`, import.meta.url), 'utf8'))
    const values = { ...leftOf(entry, incident({})), back: 2 }
    const text = createIntl({ locale: 'en', messages }).formatMessage({ id: 'alarms.outageLeft' }, values)
    expect(text.match(/\d/g)).toEqual(['4', '6'])
  },
)
