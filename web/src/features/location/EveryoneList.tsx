import type { DeviceLocation } from '@carewatch/contracts/http/positions'
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Age } from '../../ui/figures/Age.tsx'
import { useNow } from '../../ui/figures/now.ts'
import { StateWord } from '../../tracks/Pin.tsx'
import styles from '../../tracks/Stage.module.css'
import { nameOf, pinState, pinStates } from '../../tracks/state.ts'
import { Who } from '../../ui/people/Who.tsx'
import { bedsideOf } from '../../ui/people/place-name.ts'
import { PortraitOf } from '../../ui/people/Portrait.tsx'

const MOST_ROWS = 100

type Props = { locations: readonly DeviceLocation[]; onPick: (location: DeviceLocation) => void }

type Order = { now: Date; collator: Intl.Collator }

function gravestFirst(locations: readonly DeviceLocation[], { now, collator }: Order): DeviceLocation[] {
  const gravity = (location: DeviceLocation) =>
    location.position ? pinStates.indexOf(pinState(location, now)) : pinStates.length
  return locations
    .map((location) => ({ location, gravity: gravity(location) }))
    .toSorted((a, b) => a.gravity - b.gravity || collator.compare(nameOf(a.location), nameOf(b.location)))
    .map(({ location }) => location)
}

/** The same people as on the map, as a list: the gravest first. */
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
  const sorted = gravestFirst(found, { now, collator })
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
              {location.position ? (
                <small>
                  <StateWord state={pinState(location, now)} /> · <Age at={location.position.time} />
                </small>
              ) : (
                <small>
                  <FormattedMessage id="location.noPosition" />
                </small>
              )}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
