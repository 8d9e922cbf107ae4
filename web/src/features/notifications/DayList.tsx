import type { Notification } from '@carewatch/contracts/notifications'
import type { ReactNode } from 'react'
import { FormattedDate } from 'react-intl'
import type { Day } from './chosen.ts'
import { NotificationRow } from './NotificationRow.tsx'
import styles from './NotificationsPage.module.css'

type Selected = { selected: string | undefined }

export const DayList = ({ day: { day, notifications }, selected }: Selected & { day: Day }) => (
  <Rows
    title={<FormattedDate value={day} weekday="long" day="numeric" month="long" />}
    notifications={notifications}
    selected={selected}
  />
)

/** Some of the list under a heading; nothing where there are none. */
export function Rows({
  title,
  notifications,
  selected,
}: Selected & { title: ReactNode; notifications: readonly Notification[] }) {
  if (notifications.length === 0) return null
  return (
    <section>
      <h2 className={styles['day']}>{title}</h2>
      <ul className={styles['list']}>
        {notifications.map((notification) => (
          <NotificationRow
            key={notification.uuid}
            notification={notification}
            selected={notification.uuid === selected}
          />
        ))}
      </ul>
    </section>
  )
}
