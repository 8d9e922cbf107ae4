import type { Device } from '@carewatch/contracts/http/devices'
import type { MetricName } from '@carewatch/contracts/metrics'
import type { ReactNode } from 'react'
import { FormattedDate, FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { alarmText } from '../../i18n/alarm-text.ts'
import type { MessageId } from '../../i18n/messages.ts'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { ZoneNote } from '../../vitals/ZoneNote.tsx'
import type { Sides } from '../../vitals/bounds.ts'
import { graphs, type MeasurementName } from '@carewatch/contracts/measurements'
import { wearTime } from '../../vitals/figures.ts'
import type { Mark } from '../../vitals/marks.ts'
import { DaysTable } from './DaysTable.tsx'
import { FiguresTable } from './FiguresTable.tsx'
import type { Week } from './load.ts'
import { PaperGraph } from '../../vitals/PaperGraph.tsx'
import styles from './Sheet.module.css'
import { Who } from '../../ui/people/Who.tsx'
import { wornBy } from '../../ui/people/place-name.ts'

/** What fits on a sheet; the rest is counted. */
const MOST_EVENTS = 10
const onSheet: readonly MeasurementName[] = ['heartRate', 'bloodPressure', 'spo2']
const drawn = graphs.filter(({ name }) => onSheet.includes(name))

type Props = {
  device: Device
  week: Week
  limits: Partial<Record<MetricName, Sides>>
  madeAt: Date
  page: number
  pages: number
}

function Fact({ id, children }: { id: MessageId; children: ReactNode }) {
  return (
    <div>
      <dt>
        <FormattedMessage id={id} />
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

function Identity({ device, madeAt, week: { span, points } }: Pick<Props, 'device' | 'week' | 'madeAt'>) {
  const worn = wearTime(points.heartRate ?? [], span)
  return (
    <dl className={styles['facts']}>
      <Fact id="report.person">
        <Who wearer={device.wearer} name={wornBy(device)} />
      </Fact>
      <Fact id="devices.owner">
        <bdi>{device.ownerName ?? '—'}</bdi>
      </Fact>
      <Fact id="devices.imei">
        <Ltr>{device.imei}</Ltr>
      </Fact>
      <Fact id="devices.branch">
        <bdi>{device.branch?.name ?? device.company?.name ?? '—'}</bdi>
      </Fact>
      <Fact id="report.worn">
        <FormattedNumber value={worn} style="percent" />
      </Fact>
      <Fact id="report.made">
        <FormattedDate value={madeAt} dateStyle="medium" />
      </Fact>
    </dl>
  )
}

function Events({ marks }: { marks: readonly Mark[] }) {
  const intl = useIntl()
  if (marks.length === 0) {
    return (
      <p>
        <FormattedMessage id="report.noEvents" />
      </p>
    )
  }
  return (
    <>
      <ol className={styles['events']}>
        {marks.slice(0, MOST_EVENTS).map((mark) => (
          <li key={mark.key}>
            <Moment at={mark.at} />{' '}
            {mark.happening ? (
              alarmText(intl, mark.happening)
            ) : (
              <bdi>
                {mark.bookmark.label} ({mark.bookmark.by})
              </bdi>
            )}
          </li>
        ))}
      </ol>
      {marks.length > MOST_EVENTS ? (
        <p>
          <FormattedMessage id="report.moreEvents" values={{ n: marks.length - MOST_EVENTS }} />
        </p>
      ) : null}
    </>
  )
}

/** One week on one sheet of A4. */
export function Sheet({ device, week, limits, madeAt, page, pages }: Props) {
  const shown = week.marks.slice(0, MOST_EVENTS)
  return (
    <article className={styles['sheet']} data-testid="sheet">
      <header>
        <h2>
          <FormattedMessage id="report.title" />
        </h2>
        <p>
          <FormattedMessage
            id="report.period"
            values={{
              from: <FormattedDate key="from" value={week.span.from} dateStyle="long" />,
              to: <FormattedDate key="to" value={week.span.to.getTime() - 1} dateStyle="long" />,
            }}
          />
        </p>
        <ZoneNote span={week.span} />
      </header>
      <Identity device={device} week={week} madeAt={madeAt} />
      <FiguresTable points={week.points} limits={limits} />
      {drawn.map((plan) => (
        <PaperGraph key={plan.name} plan={plan} device={device} week={week} limits={limits} marks={shown} />
      ))}
      <DaysTable week={week} />
      <h3>
        <FormattedMessage id="report.events" />
      </h3>
      <Events marks={week.marks} />
      <h3>
        <FormattedMessage id="report.notes" />
      </h3>
      <div className={styles['notes']} />
      <footer>
        <span>
          <FormattedMessage id="report.notDiagnostic" />
        </span>
        <span>
          <FormattedMessage id="report.page" values={{ page, pages }} />
        </span>
      </footer>
    </article>
  )
}
