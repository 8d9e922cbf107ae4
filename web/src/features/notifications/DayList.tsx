import { FormattedDate } from 'react-intl'
import type { Day } from './chosen.ts'
import { NotificationRow } from './NotificationRow.tsx'
import styles from './NotificationsPage.module.css'

export function DayList({
  day: { day, notifications },
  selected,
}: {
  day: Day
  selected: string | undefined
}) {
  return (
    <section>
      <h2 className={styles['day']}>
        <FormattedDate value={day} weekday="long" day="numeric" month="long" />
      </h2>
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
