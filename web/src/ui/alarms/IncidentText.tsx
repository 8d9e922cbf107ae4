import { type Incident, named } from '@carewatch/contracts/incidents'
import type { Notification } from '@carewatch/contracts/notifications'
import { Fragment } from 'react'
import { AlarmText } from './AlarmText.tsx'

type Props = { incident: Pick<Incident<Notification>, 'all'> }

/** Everything that happened, the gravest first. */
export const IncidentText = ({ incident }: Props) =>
  named(incident).map((alarm, index) => (
    <Fragment key={alarm.uuid}>
      {index > 0 ? ' · ' : null}
      <bdi>
        <AlarmText alarm={alarm} />
      </bdi>
    </Fragment>
  ))
