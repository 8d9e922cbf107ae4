import type { Incident } from '@carewatch/contracts/incidents'
import type { Notification } from '@carewatch/contracts/notifications'
import type { ReactNode } from 'react'
import { FormattedDate } from 'react-intl'
import type { Day } from './chosen.ts'
import { NotificationRow } from './NotificationRow.tsx'
import styles from './NotificationsPage.module.css'

type Selected = { selected: string | undefined }

export const DayList = ({ day: { day, incidents }, selected }: Selected & { day: Day }) => (
  <Rows
    title={<FormattedDate value={day} weekday="long" day="numeric" month="long" />}
    incidents={incidents}
    selected={selected}
  />
)

/** Some of the list under a heading; nothing where there are none. */
export function Rows({
  title,
  incidents,
  selected,
}: Selected & { title: ReactNode; incidents: readonly Incident<Notification>[] }) {
  if (incidents.length === 0) return null
  return (
    <section>
      <h2 className={styles['day']}>{title}</h2>
      <ul className={styles['list']}>
        {incidents.map((incident) => (
          <NotificationRow
            key={incident.uuid}
            incident={incident}
            selected={incident.all.some(({ uuid, alarmUuid }) => [uuid, alarmUuid].includes(selected ?? ''))}
          />
        ))}
      </ul>
    </section>
  )
}
