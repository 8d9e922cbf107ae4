import type { DeviceLocation } from '@carewatch/contracts/http/positions'
import { incidentsOf } from '@carewatch/contracts/incidents'
import { TextInput, VisuallyHidden } from '@mantine/core'
import { IconMapPin, IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { IncidentText } from '../../ui/alarms/IncidentText.tsx'
import { PutOff } from '../../ui/alarms/PutOff.tsx'
import { Age } from '../../ui/figures/Age.tsx'
import { useNow } from '../../ui/figures/now.ts'
import { StateWord } from '../../tracks/Pin.tsx'
import styles from '../../tracks/Stage.module.css'
import { nameOf, openIn, pinState } from '../../tracks/state.ts'
import { Who } from '../../ui/people/Who.tsx'
import { bedsideOf } from '../../ui/people/place-name.ts'
import { atMinute, byNeed } from './everyone.ts'
import { PortraitOf } from '../../ui/people/Portrait.tsx'

const MOST_ROWS = 100

/** How it is with one of them, and how old the place is. */
function Standing({ location, now }: { location: DeviceLocation; now: Date }) {
  const { position, alarms = [] } = location
  const state = pinState(location, now)
  const [first] = incidentsOf(alarms)
  return (
    <>
      {position || openIn(location) > 0 ? <StateWord state={state} /> : null}
      {first ? (
        <small>
          <strong>
            <IncidentText incident={first} />
          </strong>{' '}
          · <Age at={first.first.createdAt} /> <PutOff until={first.first.snoozedUntil} />
        </small>
      ) : null}
      {position ? (
        <small className={styles['who']}>
          <IconMapPin size={14} aria-hidden />
          <span>
            <VisuallyHidden>
              <FormattedMessage id="location.age" />{' '}
            </VisuallyHidden>
            <Age at={position.time} />
          </span>
        </small>
      ) : (
        <small>
          <FormattedMessage id="location.noPosition" />
        </small>
      )}
    </>
  )
}

type Props = { locations: readonly DeviceLocation[]; onPick: (location: DeviceLocation) => void }

/** The same people as on the map, as a list: who needs somebody first. */
export function EveryoneList({ locations, onPick }: Props) {
  const intl = useIntl()
  const now = useNow()
  const collator = useMemo(() => new Intl.Collator(intl.locale), [intl.locale])
  const [text, setText] = useState('')
  const wanted = text.trim().toLocaleLowerCase()
  const found = locations.filter((location) =>
    [nameOf(location), bedsideOf(intl, location.wearer), location.deviceIMEI].some((words) =>
      words.toLocaleLowerCase().includes(wanted),
    ),
  )
  const sorted = byNeed(found, { now: atMinute(now), collator })
  return (
    <>
      <TextInput
        label={intl.formatMessage({ id: 'location.find' })}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <output>
        <FormattedMessage
          id="location.shown"
          values={{ n: Math.min(found.length, MOST_ROWS), total: locations.length }}
        />
      </output>
      <ul className={styles['list']}>
        {sorted.slice(0, MOST_ROWS).map((location) => (
          <li key={location.deviceUuid}>
            <button type="button" className={styles['row']} onClick={() => onPick(location)}>
              <span className={styles['who']}>
                <PortraitOf wearer={location.wearer} size="word" />
                <span>
                  <Who wearer={location.wearer} name={nameOf(location)} />
                </span>
              </span>
              <Standing location={location} now={now} />
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
