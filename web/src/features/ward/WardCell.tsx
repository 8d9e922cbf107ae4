import { takeIncident } from '@carewatch/contracts/http/incidents'
import type { Incident } from '@carewatch/contracts/incidents'
import type { Notification } from '@carewatch/contracts/notifications'
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { FormattedMessage, useIntl } from 'react-intl'
import { privacyAtom } from '../../preferences/wall-names.ts'
import { useMay } from '../../session/may.ts'
import { AcknowledgeButton } from '../../ui/alarms/AcknowledgeButton.tsx'
import { IncidentText } from '../../ui/alarms/IncidentText.tsx'
import { SeverityIcon } from '../../ui/alarms/SeverityMark.tsx'
import { Age } from '../../ui/figures/Age.tsx'
import { dottedInitials } from '../../ui/people/dotted-initials.ts'
import { bedsideOf } from '../../ui/people/place-name.ts'
import { PortraitOf } from '../../ui/people/Portrait.tsx'
import type { WardSearch } from './search.ts'
import { PulseLine, Values } from './Values.tsx'
import styles from './Ward.module.css'
import { Away, type PersonProps, Watches, Where } from './WardMarks.tsx'
import type { WardCell as Cell } from './ward-order.ts'

/** In smaller letters, so that whoever is called alike is told apart by the end of their names. */
const LONG_NAME = 22

type AlarmProps = { incident: Incident<Notification>; more: number }

/** Since when, who is at it, and how much else is open. */
function Since({ incident: { first, acknowledged }, more }: AlarmProps) {
  return (
    <p className={styles['since']}>
      <Age at={first.createdAt} />
      {acknowledged ? (
        <>
          {' · '}
          {first.acknowledgedBy ? (
            <FormattedMessage
              id="notifications.acknowledgedBy"
              values={{ name: <bdi key="by">{first.acknowledgedBy}</bdi> }}
            />
          ) : (
            <FormattedMessage id="rooms.acknowledged" />
          )}
        </>
      ) : null}
      {more > 0 ? (
        <>
          {' · '}
          <FormattedMessage id="rooms.moreAlarms" values={{ n: more }} />
        </>
      ) : null}
    </p>
  )
}

/** What happened, since when, and who is at it. */
function Alarm({ incident, more }: AlarmProps) {
  return (
    <div className={styles['alarm']} data-testid="ward-alarm">
      <SeverityIcon severity={incident.first.severity} size={18} />
      <b>
        <IncidentText incident={incident} />
      </b>
      <Since incident={incident} more={more} />
    </div>
  )
}

type Props = { cell: Cell; search: WardSearch; isShown: boolean }

/** Who somebody is and where one runs to: the largest words of a cell. */
function Head({ person, search, isShown }: PersonProps & Pick<Props, 'search' | 'isShown'>) {
  const intl = useIntl()
  const privacy = useAtomValue(privacyAtom)
  const { wearer } = person
  const lies = bedsideOf(intl, wearer)
  return (
    <div className={styles['head']} data-long={wearer.name.length > LONG_NAME}>
      {privacy === 'names' && wearer.imageUrl ? <PortraitOf wearer={wearer} size="word" /> : null}
      <h2>
        <Link
          to="/admin/ward"
          search={{ ...search, person: wearer.uuid }}
          aria-expanded={isShown}
          data-person={wearer.uuid}
        >
          <span>
            <bdi>{privacy === 'initials' ? dottedInitials(wearer.name) : wearer.name}</bdi>
          </span>
          {lies ? <span>{lies}</span> : null}
        </Link>
      </h2>
    </div>
  )
}

/** One person: small while nothing is the matter, of double width while nobody has answered what cannot wait. */
export function WardCell({ cell: { person, incidents, isUrgent }, search, isShown }: Props) {
  const may = useMay()
  const [incident] = incidents
  const isAway = person.wearer.status === 'AWAY'
  const kinds = new Set<string>(incident?.all.map(({ kind }) => kind))
  return (
    <li
      className={styles['cell']}
      data-testid="ward-cell"
      data-severity={incident?.first.severity}
      data-waiting={incident ? !incident.acknowledged : undefined}
      data-urgent={isUrgent}
      data-quiet={isAway || person.devices.length === 0}
    >
      <Head person={person} search={search} isShown={isShown} />
      {incident ? (
        <div className={styles['happened']}>
          <Alarm incident={incident} more={incidents.length - 1} />
          {isUrgent && !incident.acknowledged && may(takeIncident) ? (
            <div className={styles['answer']}>
              <AcknowledgeButton incident={incident} />
            </div>
          ) : null}
        </div>
      ) : null}
      <div className={styles['marks']}>
        {isAway ? <Away person={person} /> : <Watches person={person} kinds={kinds} />}
        {isAway ? null : <Where person={person} />}
      </div>
      {person.devices.length > 0 && !isAway ? (
        <div className={styles['vitals']}>
          <Values person={person} />
          {incident ? null : <PulseLine person={person} />}
        </div>
      ) : null}
    </li>
  )
}
