import { metric } from '@carewatch/contracts/metrics'
import { alarmMessageId } from '@carewatch/contracts/messages/alarm-message-id'
import type { Notification } from '@carewatch/contracts/notifications'
import type { IntlShape } from 'react-intl'
import type { MessageId } from './messages.ts'

type AlarmFacts = Pick<
  Notification,
  'kind' | 'direction' | 'value' | 'metric' | 'late' | 'isRehearsal' | 'usual' | 'byNight'
>

/** What happened, in the viewer's language: live events carry facts, not sentences. */
export function alarmText(intl: IntlShape, facts: AlarmFacts): string {
  const { value, metric: name, late, isRehearsal } = facts
  const decimals = name ? metric(name).decimals : 0
  const figureOf = (number: number | null | undefined): string =>
    typeof number === 'number' ? intl.formatNumber(number, { maximumFractionDigits: decimals }) : '—'
  const values = {
    value: figureOf(value),
    count: value ?? 0,
    usual: figureOf(facts.usual),
    metric: name ? intl.formatMessage({ id: `metric.${name}` }) : '',
  }
  // Safe: it answers an id that it found in the shared dictionary.
  const id = alarmMessageId(facts, (text) => Object.hasOwn(intl.messages, text)) as MessageId
  const message = intl.formatMessage({ id }, values)
  const text = late ? intl.formatMessage({ id: 'alarm.late' }, { message }) : message
  return isRehearsal ? intl.formatMessage({ id: 'message.test' }, { message: text }) : text
}
