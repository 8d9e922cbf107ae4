import { commentAlarm } from '@carewatch/contracts/http/alarms'
import type { Incident } from '@carewatch/contracts/incidents'
import type { Notification } from '@carewatch/contracts/notifications'
import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { openDialog } from '../../dialogs/open.ts'
import { useMay } from '../../session/may.ts'
import styles from './OpenIncident.module.css'

type Props = { incident: Incident<Notification>; children: ReactNode }

/** What happened, for whoever may see all of it one press away from it. */
export function OpenIncident({ incident, children }: Props) {
  const may = useMay()
  const { uuid, first, all } = incident
  if (!first.alarmUuid || !may(commentAlarm)) return children
  return (
    <UnstyledButton
      className={styles['open']}
      onClick={() => openDialog('alarm', { uuid, notifications: all })}
    >
      {children}
    </UnstyledButton>
  )
}
