import { FormattedMessage, useIntl } from 'react-intl'
import { alarmText } from '../../i18n/alarm-text.ts'
import styles from './AlarmText.module.css'

type Props = { alarm: Parameters<typeof alarmText>[1] }

/** What happened; before it, where nobody is in need, that it is a test. */
export function AlarmText({ alarm }: Props) {
  const intl = useIntl()
  if (!alarm.isRehearsal) return <>{alarmText(intl, alarm)}</>
  return (
    <>
      <span className={styles['test']}>
        <FormattedMessage id="rehearsal.mark" />
      </span>{' '}
      {alarmText(intl, { ...alarm, isRehearsal: false })}
    </>
  )
}
