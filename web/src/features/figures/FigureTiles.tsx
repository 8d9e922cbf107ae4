import { type CaseFigure } from '@carewatch/contracts/figures'
import { type Answering, IN_TIME_TARGET } from '@carewatch/contracts/http/alarm-figures'
import type { ReactNode } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import styles from '../../ui/page/Counts.module.css'
import { roughDuration } from '../../ui/figures/duration.ts'
import { CasesLink } from './CasesLink.tsx'
import { casesOf, type Figures, type Of } from './figures.ts'
import { shareInTime, shareOfFalse } from './share.ts'

type Tile = { label: MessageId; value: ReactNode; note: ReactNode; figure: CaseFigure }

function Seconds({ of }: { of: number | null }) {
  const intl = useIntl()
  return of === null ? '—' : <bdi>{roughDuration(intl, of)}</bdi>
}

const ninety = (of: Answering['notified']) =>
  of?.p90 == null ? null : (
    <FormattedMessage id="alarmFigures.p90" values={{ time: <Seconds key="time" of={of.p90} /> }} />
  )

const until = (label: MessageId, figure: CaseFigure, of: Answering['notified']): Tile => ({
  label,
  value: <Seconds of={of?.median ?? null} />,
  note: ninety(of),
  figure,
})

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
      figure: 'inTime',
    },
    until('alarmFigures.untilTold', 'notified', overall.notified),
    until('alarmFigures.untilSeen', 'seen', overall.seen),
    until('alarmFigures.toAcknowledge', 'acknowledged', overall.acknowledge),
    until('alarmFigures.untilBedside', 'bedside', overall.bedside),
    until('alarmFigures.toResolve', 'resolved', overall.resolve),
    {
      label: 'alarmFigures.falseShare',
      value: share === null ? '—' : <FormattedNumber value={share} style="percent" />,
      note: (
        <FormattedMessage
          id="alarmFigures.ofClosed"
          values={{ n: overall.falseAlarms, closed: overall.closed }}
        />
      ),
      figure: 'falseAlarms',
    },
    {
      label: 'alarmFigures.perDeviceDay',
      value: perDeviceDay === null ? '—' : <FormattedNumber value={perDeviceDay} maximumFractionDigits={2} />,
      note: <FormattedMessage id="alarmFigures.fromDevices" values={{ n: alarms, devices }} />,
      figure: 'every',
    },
  ]
}

type Props = { figures: Figures; of: Of }

/** How many of this figure there are, and the way to them. */
function Cases({ figures: { overall }, of, figure }: Props & { figure: CaseFigure }) {
  const n = casesOf(overall, figure)
  const late = casesOf(overall, 'notInTime')
  return (
    <small>
      <CasesLink search={{ ...of, figure }} n={n}>
        <FormattedMessage id="alarmCases.total" values={{ n }} />
      </CasesLink>
      {figure === 'inTime' && late > 0 ? (
        <>
          {' · '}
          <CasesLink search={{ ...of, figure: 'notInTime' }} n={late}>
            <FormattedMessage id="alarmFigures.notInTime" values={{ n: late }} />
          </CasesLink>
        </>
      ) : null}
    </small>
  )
}

/** The figures that are read first. */
export const FigureTiles = (props: Props) => (
  <dl className={styles['counts']}>
    {tilesOf(props.figures).map(({ label, value, note, figure }) => (
      <div key={label} data-testid={`figure-${figure}`}>
        <dt>
          <FormattedMessage id={label} />
        </dt>
        <dd>
          {value}
          {note ? <small>{note}</small> : null}
          <Cases {...props} figure={figure} />
        </dd>
      </div>
    ))}
  </dl>
)
