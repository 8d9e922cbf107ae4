import { Loader } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { FormattedMessage, useIntl } from 'react-intl'
import { alarmText } from '../../i18n/alarm-text.ts'
import { notificationsAtom } from '../../live/notifications.ts'
import { Clock } from '../../ui/figures/Clock.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { SeverityMark } from '../../ui/alarms/SeverityMark.tsx'
import styles from './SimulatorPage.module.css'
import { Who } from '../../ui/people/Who.tsx'
import { placeName } from '../../ui/people/place-name.ts'

/** The clocks of the watch and of this browser may differ a little. */
const MARGIN_MS = 2_000

/** The alarms of the watch since its story began, as they arrive. */
export function WhatCame({ imei, at }: { imei: string; at: Date }) {
  const intl = useIntl()
  const since = at.getTime() - MARGIN_MS
  const came = useAtomValue(notificationsAtom)
    .filter(({ deviceIMEI, lastAt }) => deviceIMEI === imei && lastAt.getTime() >= since)
    .toSorted((a, b) => b.lastAt.getTime() - a.lastAt.getTime())
  return (
    <Section title="simulator.came">
      <ul className={styles['came']} aria-live="polite">
        {came.length === 0 ? (
          <li>
            <Loader size={18} aria-hidden />
            <FormattedMessage id="simulator.waiting" />
          </li>
        ) : null}
        {came.map((notification) => (
          <li key={notification.uuid}>
            <Clock at={notification.lastAt} />
            <SeverityMark severity={notification.severity} />
            <Who wearer={notification.wearer} name={placeName(notification)} />
            <b>{alarmText(intl, notification)}</b>
          </li>
        ))}
      </ul>
    </Section>
  )
}
