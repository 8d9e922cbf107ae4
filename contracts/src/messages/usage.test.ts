import { expect, it } from 'vitest'
import { usedIds } from './usage.ts'

const isUsed = usedIds([
  "const a = { id: 'page.title' }",
  '<FormattedMessage id="list.empty" />',
  '<FormattedMessage id={`metric.${name}`} />',
  "intl.formatMessage({ id: `alarm.${kind}.${isHigh ? 'high' : 'low'}` })",
])

it.each(['page.title', 'list.empty', 'metric.heartRate', 'alarm.SOS.high'])('finds %s', (id) => {
  expect(isUsed(id)).toBe(true)
})

it.each(['page.subtitle', 'metric', 'list', 'alarms.SOS.high', 'metrics.heartRate'])(
  'does not find %s',
  (id) => {
    expect(isUsed(id)).toBe(false)
  },
)
