import type { Incident } from '@carewatch/contracts/incidents'
import type { Notification } from '@carewatch/contracts/notifications'
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { unansweredAtom, waitingAtom } from '../live/notifications.ts'
import { useReceipt } from '../live/use-receipt.ts'
import { privacyAtom } from '../preferences/wall-names.ts'
import { userAtom } from '../session/session.ts'
import { IncidentText } from '../ui/alarms/IncidentText.tsx'
import { AcknowledgeButton } from '../ui/alarms/AcknowledgeButton.tsx'
import { NextCall } from '../ui/alarms/NextCall.tsx'
import { Age } from '../ui/figures/Age.tsx'
import { SeverityIcon } from '../ui/alarms/SeverityMark.tsx'
import { placeInitials, placeName } from '../ui/people/place-name.ts'
import styles from './AlarmBanner.module.css'
import { notificationsOf } from './navigation.ts'
import { Who } from '../ui/people/Who.tsx'
import { PortraitOf } from '../ui/people/Portrait.tsx'

/** What happened to the first person whom nobody has answered yet, on every screen, with one tap to answer it. */
export function AlarmBanner() {
  const [first] = useAtomValue(unansweredAtom)
  return first ? <Banner key={first.uuid} incident={first} /> : null
}

function Banner({ incident }: { incident: Incident<Notification> }) {
  const { first, all } = incident
  const user = useAtomValue(userAtom)
  const receipt = useReceipt(all)
  // It stands above the wall too, where visitors pass.
  const showsNames = useAtomValue(privacyAtom) === 'names'
  const waiting = useAtomValue(waitingAtom)
  if (!user) return null
  return (
    <div {...receipt} className={styles['banner']} data-severity={first.severity} data-testid="alarm-banner">
      <SeverityIcon severity={first.severity} size={30} />
      {showsNames ? <PortraitOf wearer={first.wearer} size="row" /> : null}
      <div className={styles['text']} role="alert">
        <b>
          <FormattedMessage id={`severity.${first.severity}`} /> ·{' '}
          <Who wearer={first.wearer} name={showsNames ? placeName(first) : placeInitials(first)} />
        </b>
        <span>
          <IncidentText incident={incident} />
        </span>
      </div>
      <Age at={first.lastAt} className={styles['age']} />
      {/* Outside of what is read out: its seconds change. */}
      <span className={styles['next']}>
        <NextCall incident={incident} />
      </span>
      {waiting > 1 ? (
        <Link className={styles['more']} to={notificationsOf(user.role)}>
          <FormattedMessage id="banner.more" values={{ n: waiting - 1 }} />
        </Link>
      ) : null}
      {/* By what it names: where an SOS comes to a pulse, it stands a moment anew. */}
      <AcknowledgeButton key={first.uuid} incident={incident} settles />
    </div>
  )
}
