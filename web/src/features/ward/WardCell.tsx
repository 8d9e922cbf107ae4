import { freshness } from '@carewatch/contracts/freshness'
import { takeIncident } from '@carewatch/contracts/http/incidents'
import type { WardPerson } from '@carewatch/contracts/http/ward'
import type { Incident } from '@carewatch/contracts/incidents'
import type { Notification } from '@carewatch/contracts/notifications'
import {
  IconBattery1,
  IconDeviceWatchOff,
  IconHandOff,
  IconHome,
  IconMapPin,
  IconWalk,
  IconWifiOff,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { privacyAtom } from '../../preferences/wall-names.ts'
import { useMay } from '../../session/may.ts'
import { AcknowledgeButton } from '../../ui/alarms/AcknowledgeButton.tsx'
import { IncidentText } from '../../ui/alarms/IncidentText.tsx'
import { SeverityIcon } from '../../ui/alarms/SeverityMark.tsx'
import { Age } from '../../ui/figures/Age.tsx'
import { Measured } from '../../ui/figures/Measured.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { useNow } from '../../ui/figures/now.ts'
import { dottedInitials } from '../../ui/people/dotted-initials.ts'
import { bedsideOf } from '../../ui/people/place-name.ts'
import { PortraitOf } from '../../ui/people/Portrait.tsx'
import type { WardSearch } from './search.ts'
import { lastWords, useWatches } from './use-values.ts'
import { PulseLine, Values } from './Values.tsx'
import styles from './Ward.module.css'
import type { WardCell as Cell } from './ward-order.ts'

const LOW_BATTERY = 20
/** In smaller letters, so that whoever is called alike is told apart by the end of their names. */
const LONG_NAME = 22

type PersonProps = { person: WardPerson }

/** What is the matter with a watch or where somebody is, by a picture and in words. */
const Mark = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <span className={styles['mark']}>
    {icon}
    <span>{children}</span>
  </span>
)

function Away({ person: { awayReason, awayUntil } }: PersonProps) {
  return (
    <Mark icon={<IconWalk size="1em" aria-hidden />}>
      {awayReason ? <bdi>{awayReason}</bdi> : <FormattedMessage id="wearerStatus.AWAY" />}
      {awayUntil ? (
        <>
          {' · '}
          <FormattedMessage id="wearer.until" values={{ at: <Moment key="at" at={awayUntil} /> }} />
        </>
      ) : null}
    </Mark>
  )
}

/** `kinds`: what an alarm beside it says already. */
function Watches({ person, kinds }: PersonProps & { kinds: ReadonlySet<string> }) {
  const now = useNow()
  const watches = useWatches(person)
  if (watches.length === 0)
    return (
      <Mark icon={<IconDeviceWatchOff size="1em" aria-hidden />}>
        <FormattedMessage id="wearer.wearsNothing" />
      </Mark>
    )
  const low = watches.find(({ battery }) => battery !== null && battery <= LOW_BATTERY)
  const off = watches.find(({ offSince }) => offSince !== null)?.offSince ?? null
  const words = lastWords(person)
  // One that was heard and fell silent; of what was never heard there is another that speaks, or all are silent.
  const quiet = words.filter(
    (at, index) =>
      at !== null &&
      freshness(now.getTime() - at.getTime(), person.devices[index]?.expectedIntervalMs ?? 0) === 'OFFLINE',
  )
  const silent = quiet.length > 0 || words.every((at) => at === null)
  const lastWord = quiet[0] ?? null
  return (
    <>
      {silent && !kinds.has('OFFLINE') ? (
        <Mark icon={<IconWifiOff size="1em" aria-hidden />}>
          <FormattedMessage id="freshness.OFFLINE" /> {lastWord ? <Age at={lastWord} /> : null}
        </Mark>
      ) : null}
      {off && !kinds.has('OFF_WRIST') ? (
        <Mark icon={<IconHandOff size="1em" aria-hidden />}>
          <FormattedMessage id="ward.off" /> <Age at={off} />
        </Mark>
      ) : null}
      {low && !kinds.has('BATTERY') ? (
        <Mark icon={<IconBattery1 size="1em" aria-hidden />}>
          <Measured name="battery" value={low.battery} />
        </Mark>
      ) : null}
    </>
  )
}

/** Where they are, where that is not their room. */
function Where({ person: { where, wearer } }: PersonProps) {
  if (!where) return null
  if (where.by === 'tag')
    return where.room.name === wearer.room ? null : (
      <Mark icon={<IconMapPin size="1em" aria-hidden />}>
        <bdi>{where.room.name}</bdi>
      </Mark>
    )
  const Icon = where.place === 'home' ? IconHome : IconMapPin
  // Who lies in a room of the house is at home unless they are away.
  if (where.place === 'home' && wearer.room) return null
  return (
    <Mark icon={<Icon size="1em" aria-hidden />}>
      <FormattedMessage
        id={`answer.place.${where.place}`}
        values={{ age: <Age key="age" at={where.at} /> }}
      />
    </Mark>
  )
}

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
          {isUrgent && may(takeIncident) ? (
            <div className={styles['answer']}>
              <AcknowledgeButton key={incident.first.uuid} incident={incident} settles />
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
