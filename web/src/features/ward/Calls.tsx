import { takeIncident } from '@carewatch/contracts/http/incidents'
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { FormattedMessage, useIntl } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { privacyAtom } from '../../preferences/wall-names.ts'
import { useMay } from '../../session/may.ts'
import { userAtom } from '../../session/session.ts'
import { notificationsOf } from '../../shell/navigation.ts'
import { AcknowledgeButton } from '../../ui/alarms/AcknowledgeButton.tsx'
import { IncidentText } from '../../ui/alarms/IncidentText.tsx'
import { SeverityIcon } from '../../ui/alarms/SeverityMark.tsx'
import { Age } from '../../ui/figures/Age.tsx'
import { placeInitials, placeName } from '../../ui/people/place-name.ts'
import { Who } from '../../ui/people/Who.tsx'
import type { Steady } from '../../ui/steady/steady.ts'
import { useSteady } from '../../ui/steady/use-steady.ts'
import styles from './Calls.module.css'
import type { WardCall } from './ward-order.ts'

/** What can wait takes no more than a row of a wall, with how many more there are beside it; what cannot is never left out. */
const MOST = 4

function Call({ call: { incident, isUrgent } }: { call: WardCall }) {
  const may = useMay()
  const showsNames = useAtomValue(privacyAtom) === 'names'
  const { uuid, first, all, acknowledged } = incident
  const name = showsNames ? placeName(first) : placeInitials(first)
  return (
    <li
      className={styles['call']}
      data-testid="ward-call"
      data-severity={first.severity}
      data-waiting={!acknowledged}
      data-urgent={isUrgent}
    >
      <SeverityIcon severity={first.severity} size={26} />
      <div className={styles['what']}>
        <h2>
          <button type="button" onClick={() => openDialog('alarm', { uuid, notifications: all })}>
            <Who wearer={first.wearer} name={name} />
          </button>
        </h2>
        <p>
          <b>
            <IncidentText incident={incident} />
          </b>{' '}
          <Age at={first.createdAt} />
        </p>
        {acknowledged ? (
          <p>
            {first.acknowledgedBy ? (
              <FormattedMessage
                id="notifications.acknowledgedBy"
                values={{ name: <bdi key="by">{first.acknowledgedBy}</bdi> }}
              />
            ) : (
              <FormattedMessage id="rooms.acknowledged" />
            )}
          </p>
        ) : null}
      </div>
      {!acknowledged && may(takeIncident) ? (
        <AcknowledgeButton incident={incident} of={name} isCalm={!isUrgent} />
      ) : null}
    </li>
  )
}

const steadyCalls: Steady<WardCall> = { keyOf: ({ incident }) => incident.uuid }

/** What calls and is of nobody on the board: the door of a room, the button of a watch that nobody wears. */
export function Calls({ calls: now }: { calls: readonly WardCall[] }) {
  const { shown: calls, hold } = useSteady(now, steadyCalls)
  const intl = useIntl()
  const user = useAtomValue(userAtom)
  const urgent = calls.filter(({ isUrgent }) => isUrgent)
  const shown = calls.slice(0, Math.max(MOST, urgent.length))
  const left = calls.length - shown.length
  if (calls.length === 0 || !user) return null
  return (
    <div {...hold} className={styles['strip']}>
      <ul className={styles['calls']} aria-label={intl.formatMessage({ id: 'ward.calls' })}>
        {shown.map((call) => (
          <Call key={call.incident.uuid} call={call} />
        ))}
      </ul>
      {left > 0 ? (
        <Link className={styles['more']} to={notificationsOf(user.role)}>
          <FormattedMessage id="rooms.moreAlarms" values={{ n: left }} />
        </Link>
      ) : null}
    </div>
  )
}
