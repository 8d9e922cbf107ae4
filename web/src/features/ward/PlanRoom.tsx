import { useDirection } from '@mantine/core'
import { IconBed } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import type { CSSProperties, ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { spotStyle } from '../../floor-plan/FloorPlanPicture.tsx'
import { privacyAtom } from '../../preferences/wall-names.ts'
import { IncidentText } from '../../ui/alarms/IncidentText.tsx'
import { SeverityIcon } from '../../ui/alarms/SeverityMark.tsx'
import { Age } from '../../ui/figures/Age.tsx'
import { dottedInitials } from '../../ui/people/dotted-initials.ts'
import type { WardSearch } from './search.ts'
import styles from './Plan.module.css'
import type { OnPlan, PlacedRoom } from './ward-plan.ts'
import { Watches } from './WardMarks.tsx'

/** So many calm people of a full room are drawn; the others are one press away. */
const MOST_CALM = 8

type PersonProps = OnPlan & { search: WardSearch; after?: ReactNode }

/** Somebody on the plan or beside it: who it is, what is the matter and how their watch is; a press opens them. */
export function PlanPerson({ cell: { person, incidents }, isHere, search, after }: PersonProps) {
  const privacy = useAtomValue(privacyAtom)
  const { wearer } = person
  const [incident] = incidents
  const kinds = new Set<string>(incident?.all.map(({ kind }) => kind))
  return (
    <li
      className={styles['person']}
      data-testid="plan-person"
      data-here={isHere}
      data-severity={incident?.first.severity}
      data-waiting={incident ? !incident.acknowledged : undefined}
    >
      <Link
        to="/admin/ward"
        search={{ ...search, person: wearer.uuid }}
        aria-expanded={search.person === wearer.uuid}
        data-person={wearer.uuid}
      >
        {incident ? <SeverityIcon severity={incident.first.severity} size={18} /> : null}
        <bdi>{privacy === 'initials' ? dottedInitials(wearer.name) : wearer.name}</bdi>
        {incident ? (
          <span className={styles['what']}>
            <IncidentText incident={incident} /> <Age at={incident.first.createdAt} />
          </span>
        ) : null}
      </Link>
      {wearer.status === 'AWAY' ? null : (
        <span className={styles['marks']}>
          <Watches person={person} kinds={kinds} />
        </span>
      )}
      {after}
    </li>
  )
}

const OwnRoom = () => (
  <span className={styles['own']}>
    <IconBed size="1em" aria-hidden />
    <span>
      <FormattedMessage id="plan.ownRoom" />
    </span>
  </span>
)

type Props = {
  placed: PlacedRoom
  /** The more, the higher it lies above the rooms around it. */
  order: number
  search: WardSearch
}

function People({ people, search }: { people: readonly OnPlan[]; search: WardSearch }) {
  if (people.length === 0) return null
  return (
    <ul className={styles['people']}>
      {people.map((each) => (
        <PlanPerson
          key={each.cell.person.wearer.uuid}
          {...each}
          search={search}
          after={each.isHere ? null : <OwnRoom />}
        />
      ))}
    </ul>
  )
}

/** A room where it is on the plan, with who is in it: the gravest of what nobody has answered is its frame, its picture and its words. */
export function PlanRoom({ placed: { room, people, calls, incident }, order, search }: Props) {
  const { dir } = useDirection()
  const needing = people.filter(({ cell }) => cell.incidents.length > 0)
  const calm = people.filter(({ cell }) => cell.incidents.length === 0)
  const folded = calm.slice(MOST_CALM)
  // Safe: a property of our own beside those of the style.
  const style = { ...spotStyle(room.spot), '--order': order } as CSSProperties
  return (
    <li
      className={styles['room']}
      style={style}
      data-testid="plan-room"
      data-empty={people.length === 0 && incident === null}
      data-severity={incident?.first.severity}
      data-waiting={incident ? !incident.acknowledged : undefined}
    >
      {/* Of what is placed, its own direction would say from which side. */}
      <div dir={dir}>
        <h2>
          {incident ? <SeverityIcon severity={incident.first.severity} size={20} /> : null}
          <bdi>{room.name}</bdi>
        </h2>
        {calls.map(({ incident: call }) => (
          <p key={call.uuid} data-testid="plan-call">
            <IncidentText incident={call} /> <Age at={call.first.createdAt} />
          </p>
        ))}
        <People people={[...needing, ...calm.slice(0, MOST_CALM)]} search={search} />
        {folded.length > 0 ? (
          <details>
            <summary>
              <FormattedMessage id="plan.more" values={{ n: folded.length }} />
            </summary>
            <People people={folded} search={search} />
          </details>
        ) : null}
      </div>
    </li>
  )
}
