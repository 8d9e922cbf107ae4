import type { Calibration } from '@carewatch/contracts/http/calibration'
import { Button } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { Moment } from '../../ui/figures/Moment.tsx'
import { Section } from '../../ui/page/Section.tsx'
import { needsWalk, ofHundred } from './walk-state.ts'
import styles from './Walk.module.css'

type Room = Calibration['rooms'][number]
type Going = Calibration['going'][number]

/** Somebody else is in it with a tag just now. */
function Walking({ by, beacon }: Going) {
  return (
    <FormattedMessage
      id="walk.byAnother"
      values={{ name: <bdi key="name">{by ?? '—'}</bdi>, tag: <bdi key="tag">{beacon.name}</bdi> }}
    />
  )
}

function State({ walk, examined }: Room) {
  if (!walk) return <FormattedMessage id="walk.notYet" />
  return (
    <>
      <span>
        <FormattedMessage
          id="walk.walked"
          values={{
            when: <Moment key="when" at={walk.endedAt} />,
            name: <bdi key="name">{walk.by ?? '—'}</bdi>,
          }}
        />
      </span>
      {walk.isValid ? null : (
        <b className={styles['invalid']}>
          <FormattedMessage id="walk.invalid" />
        </b>
      )}
      {examined ? <FormattedMessage id="walk.roomRight" values={{ n: ofHundred(examined) }} /> : null}
    </>
  )
}

type Props = {
  shown: Calibration
  /** Left out: no walk can be begun now. */
  onBegin: ((room: Room) => void) | undefined
}

/** The rooms with a gateway, what is known of each, and the way into each. */
export function Rooms({ shown: { rooms, going }, onBegin }: Props) {
  const intl = useIntl()
  const begin = (room: Room) => {
    const text = intl.formatMessage({ id: needsWalk(room) ? 'walk.begin' : 'walk.again' })
    return (
      <Button
        variant={needsWalk(room) ? 'filled' : 'default'}
        aria-label={`${text}: ${room.name}`}
        onClick={() => onBegin?.(room)}
      >
        {text}
      </Button>
    )
  }
  return (
    <Section title="walk.rooms">
      {onBegin || rooms.length === 0 ? null : <FormattedMessage id="walk.chooseTag" />}
      {rooms.length === 0 ? <FormattedMessage id="walk.noRooms" /> : null}
      <ul className={styles['rooms']}>
        {rooms.map((room) => {
          const another = going.find((walk) => walk.room.uuid === room.uuid && !walk.isOwn)
          return (
            <li key={room.uuid} data-testid="walk-room" data-walked={!needsWalk(room)}>
              <h3>
                <bdi>{room.name}</bdi>
              </h3>
              <p>{another ? <Walking {...another} /> : <State {...room} />}</p>
              {onBegin && !another ? begin(room) : null}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
