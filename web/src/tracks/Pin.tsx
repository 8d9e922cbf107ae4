import type { WearerSummary } from '@carewatch/contracts/wearers'
import {
  IconAlertTriangle,
  IconAlertTriangleFilled,
  IconClockPause,
  IconHomeFilled,
  IconUserFilled,
} from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import styles from './Pin.module.css'
import type { PinState } from './state.ts'
import { Portrait } from '../ui/people/Portrait.tsx'

const icons = {
  urgent: IconAlertTriangleFilled,
  alarm: IconAlertTriangle,
  stale: IconClockPause,
  fresh: IconUserFilled,
}

/** Old and alarming differ by shape and picture, not by colour alone. */
export function StateIcon({ state, size = 18 }: { state: PinState; size?: number }) {
  const Icon = icons[state]
  return <Icon size={size} aria-hidden />
}

export function StateWord({ state }: { state: PinState }) {
  return (
    <span className={styles['word']} data-state={state}>
      <StateIcon state={state} size={16} />
      <FormattedMessage id={`location.state.${state}`} />
    </span>
  )
}

type Props = {
  state: PinState
  name: string
  /** Whose place it is; null: the watch's own. */
  person: Pick<WearerSummary, 'imageUrl'> | null
  /** Somewhere around here: a name in the middle of a circle, and no point that one would go to. */
  isWide?: boolean
  onClick?: (() => void) | undefined
}

/** A face says who it is where nothing else has to be said first. */
function Face({ state, name, person }: Props) {
  if (person && state === 'fresh') return <Portrait name={name} imageUrl={person.imageUrl} size="pin" />
  return <StateIcon state={state} />
}

export function Pin(props: Props) {
  const { state, name, onClick, isWide = false } = props
  const Tag = onClick ? 'button' : 'div'
  return (
    <Tag className={styles['pin']} data-state={state} {...(onClick && { type: 'button', onClick })}>
      {isWide ? null : (
        <span className={styles['shape']}>
          <Face {...props} />
        </span>
      )}
      <span className={styles['names']} data-wide={isWide || undefined}>
        <bdi className={styles['name']}>{name}</bdi>
        {state === 'fresh' ? null : (
          <span className={styles['name']}>
            <FormattedMessage id={`location.state.${state}`} />
          </span>
        )}
      </span>
    </Tag>
  )
}

export const HomePin = () => (
  <div className={styles['pin']} data-home>
    <span className={styles['shape']}>
      <IconHomeFilled size={18} aria-hidden />
    </span>
    <span className={styles['names']}>
      <span className={styles['name']}>
        <FormattedMessage id="location.home" />
      </span>
    </span>
  </div>
)
