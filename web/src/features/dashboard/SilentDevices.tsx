import { FormattedMessage } from 'react-intl'
import { Age } from '../../ui/figures/Age.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { Section } from '../../ui/page/Section.tsx'
import type { Silent } from './branch-counts.ts'
import styles from './SilentDevices.module.css'
import { Who } from '../../ui/people/Who.tsx'
import { wornBy } from '../../ui/people/place-name.ts'

/** Whose watch sends nothing: an alarm from it would not come. */
export function SilentDevices({ devices, total }: Silent) {
  if (devices.length === 0) return null
  return (
    <Section title="dashboard.silent">
      <ul className={styles['list']}>
        {devices.map(({ uuid, name, wearer, lastSeenAt }) => (
          <li key={uuid}>
            <LinkText to="/user/device/$uuid" params={{ uuid }} className="tap">
              <Who wearer={wearer} name={wornBy({ wearer, name })} />
            </LinkText>
            {lastSeenAt ? <Age at={lastSeenAt} /> : <FormattedMessage id="devices.never" />}
          </li>
        ))}
      </ul>
      {total > devices.length ? (
        <LinkButton to="/admin/devices/{-$filterKey}" params={{ filterKey: 'offline' }} variant="default">
          <FormattedMessage id="dashboard.allSilent" values={{ n: total }} />
        </LinkButton>
      ) : null}
    </Section>
  )
}
