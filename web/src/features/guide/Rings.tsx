import { type AlarmKind, alarmKind, type Severity } from '@carewatch/contracts/alarms'
import { ALARM_PLAYS } from '@carewatch/contracts/numbers'
import type { Role } from '@carewatch/contracts/roles'
import { DUE_MS } from '@carewatch/contracts/tasks'
import { IconBell, IconBellRinging } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { guideText } from '../../i18n/guide.ts'
import { isFamily } from '../../shell/navigation.ts'
import { SeverityMark } from '../../ui/alarms/SeverityMark.tsx'
import { durationText } from '../../ui/figures/duration.ts'
import { Section } from '../../ui/page/Section.tsx'
import styles from './Guide.module.css'
import { GuideText } from './GuideText.tsx'
import { ringsOf } from './rings.ts'

/** That it rings as an alarm, or sounds once: as the icon beside each kind, named where it is explained. */
function SoundIcon({ of, label }: { of: 'ALARM' | 'NOTIFICATION'; label?: string }) {
  const Icon = of === 'ALARM' ? IconBellRinging : IconBell
  return <Icon size="1.1em" {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })} />
}

function Kinds({ kinds }: { kinds: readonly AlarmKind[] }) {
  const intl = useIntl()
  return (
    <ul className={styles['kinds']}>
      {kinds.map((kind) => {
        const { notification } = alarmKind(kind)
        return (
          <li key={kind}>
            <SoundIcon
              of={notification}
              label={intl.formatMessage({ id: `notifications.type.${notification}` })}
            />
            <FormattedMessage id={`alarmKind.${kind}`} />
          </li>
        )
      })}
    </ul>
  )
}

function Due({ severity }: { severity: Severity }) {
  const intl = useIntl()
  const time = <bdi key="time">{durationText(intl, DUE_MS[severity] / 1_000)}</bdi>
  return <GuideText id="guide.due" values={{ time }} />
}

/** What this role gets, the gravest first, by the marks and colours of the screens. */
export function Rings({ role }: { role: Role }) {
  const intl = useIntl()
  const signs = {
    alarm: <Sound key="alarm" of="ALARM" label={intl.formatMessage({ id: 'notifications.type.ALARM' })} />,
    note: (
      <Sound
        key="note"
        of="NOTIFICATION"
        label={intl.formatMessage({ id: 'notifications.type.NOTIFICATION' })}
      />
    ),
  }
  return (
    <Section title={guideText('guide.rings')}>
      <p className={styles['text']}>
        <GuideText id="guide.sounds" values={{ ...signs, n: ALARM_PLAYS }} />
      </p>
      <ul className={styles['rings']}>
        {ringsOf(role).map(({ severity, kinds }) => (
          <li key={severity} data-severity={severity} data-testid="guide-severity">
            <SeverityMark severity={severity} />
            <p className={styles['text']}>
              <GuideText id={`guide.${severity}`} /> {isFamily(role) ? null : <Due severity={severity} />}
            </p>
            <Kinds kinds={kinds} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The sign and its word. */
const Sound = ({ of, label }: { of: 'ALARM' | 'NOTIFICATION'; label: string }) => (
  <b className={styles['sound']}>
    <SoundIcon of={of} /> {label}
  </b>
)
