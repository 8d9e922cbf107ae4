import { type Answering, IN_TIME_TARGET } from '@carewatch/contracts/http/alarm-figures'
import type { ReactNode } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import styles from '../../ui/page/Counts.module.css'
import { roughDuration } from '../../ui/figures/duration.ts'
import type { Figures } from './figures.ts'
import { shareInTime, shareOfFalse } from './share.ts'

type Tile = { label: MessageId; value: ReactNode; note: ReactNode }

function Seconds({ of }: { of: number | null }) {
  const intl = useIntl()
  return of === null ? '—' : <bdi>{roughDuration(intl, of)}</bdi>
}

const ninety = ({ p90 }: Answering['acknowledge']) =>
  p90 === null ? null : (
    <FormattedMessage id="alarmFigures.p90" values={{ time: <Seconds key="time" of={p90} /> }} />
  )

function tilesOf({ alarms, devices, perDeviceDay, overall }: Figures): Tile[] {
  const share = shareOfFalse(overall)
  const inTime = shareInTime(overall)
  return [
    {
      label: 'alarmFigures.inTime',
      value:
        inTime === null ? '—' : <FormattedNumber value={inTime} style="percent" maximumFractionDigits={1} />,
      note: (
        <FormattedMessage
          id="alarmFigures.target"
          values={{
            share: (
              <FormattedNumber key="share" value={IN_TIME_TARGET} style="percent" maximumFractionDigits={1} />
            ),
          }}
        />
      ),
    },
    {
      label: 'alarmFigures.toAcknowledge',
      value: <Seconds of={overall.acknowledge.median} />,
      note: ninety(overall.acknowledge),
    },
    {
      label: 'alarmFigures.toResolve',
      value: <Seconds of={overall.resolve.median} />,
      note: ninety(overall.resolve),
    },
    {
      label: 'alarmFigures.falseShare',
      value: share === null ? '—' : <FormattedNumber value={share} style="percent" />,
      note: (
        <FormattedMessage
          id="alarmFigures.ofClosed"
          values={{ n: overall.falseAlarms, closed: overall.closed }}
        />
      ),
    },
    {
      label: 'alarmFigures.perDeviceDay',
      value: perDeviceDay === null ? '—' : <FormattedNumber value={perDeviceDay} maximumFractionDigits={2} />,
      note: <FormattedMessage id="alarmFigures.fromDevices" values={{ n: alarms, devices }} />,
    },
  ]
}

/** The figures that are read first. */
export const FigureTiles = ({ figures }: { figures: Figures }) => (
  <dl className={styles['counts']}>
    {tilesOf(figures).map(({ label, value, note }) => (
      <div key={label}>
        <dt>
          <FormattedMessage id={label} />
        </dt>
        <dd>
          {value}
          {note ? <small>{note}</small> : null}
        </dd>
      </div>
    ))}
  </dl>
)
