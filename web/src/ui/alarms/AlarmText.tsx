import { FormattedMessage, useIntl } from 'react-intl'
import { alarmText } from '../../i18n/alarm-text.ts'
import { Mark } from './Mark.tsx'

type Props = { alarm: Parameters<typeof alarmText>[1] }

/** What happened; before it, where nobody is in need, that it is a test. */
export function AlarmText({ alarm }: Props) {
  const intl = useIntl()
  if (!alarm.isRehearsal) return <>{alarmText(intl, alarm)}</>
  return (
    <>
      <Mark>
        <FormattedMessage id="rehearsal.mark" />
      </Mark>{' '}
      {alarmText(intl, { ...alarm, isRehearsal: false })}
    </>
  )
}
