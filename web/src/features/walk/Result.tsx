import type { Calibration } from '@carewatch/contracts/http/calibration'
import { FormattedMessage } from 'react-intl'
import { needsWalk, ofHundred } from './walk-state.ts'
import styles from './Walk.module.css'

/** Why nobody is placed by walks here. */
function WhyNot({ rooms, isTooLarge }: Calibration) {
  if (isTooLarge) return <FormattedMessage id="walk.tooLarge" />
  if (rooms.length < 2) return <FormattedMessage id="walk.oneRoom" />
  return <FormattedMessage id="walk.missing" values={{ n: rooms.filter(needsWalk).length }} />
}

function HowGood({ examined }: Calibration) {
  if (!examined) return null
  const { mostMixedUp } = examined
  return (
    <>
      <FormattedMessage id="walk.right" values={{ n: ofHundred(examined) }} />{' '}
      {mostMixedUp ? (
        <FormattedMessage
          id="walk.mixedUp"
          values={{
            room: <bdi key="room">{mostMixedUp.room.name}</bdi>,
            other: <bdi key="other">{mostMixedUp.other.name}</bdi>,
          }}
        />
      ) : null}
    </>
  )
}

/** Whether people are placed by the walks, and how often that is right. */
export function Result({ shown }: { shown: Calibration }) {
  return (
    <p className={styles['result']} data-testid="walk-result" data-calibrated={shown.isCalibrated}>
      <b>
        <FormattedMessage id={shown.isCalibrated ? 'walk.calibrated' : 'walk.notCalibrated'} />
      </b>{' '}
      <span>{shown.isCalibrated ? <HowGood {...shown} /> : <WhyNot {...shown} />}</span>
    </p>
  )
}
