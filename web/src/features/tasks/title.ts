import type { Task } from '@carewatch/contracts/tasks'
import type { IntlShape } from 'react-intl'

/** What an alarm made is called as the alarm is; what a person made, as they wrote it. */
export const titleOf = (intl: IntlShape, { alertType, title }: Task): string =>
  alertType ? intl.formatMessage({ id: `alarmKind.${alertType}` }) : title
