import type { MetricName } from '@carewatch/contracts/metrics'
import type { ReactNode } from 'react'
import { FormattedDate, FormattedMessage, FormattedNumber, type IntlShape, useIntl } from 'react-intl'
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
import type { ReportOf, Week } from './load.ts'
import { markText } from '../../graphs/MarkLine.tsx'
import { counted } from '../../vitals/history.ts'
import { PaperGraph } from '../../vitals/PaperGraph.tsx'
import styles from './Sheet.module.css'
import { bedsideOf } from '../../ui/people/place-name.ts'
import { Who } from '../../ui/people/Who.tsx'

/** What fits on a sheet; the rest is counted. */
const MOST_EVENTS = 10
const onSheet: readonly MeasurementName[] = ['heartRate', 'bloodPressure', 'spo2']
const drawn = graphs.filter(({ name }) => onSheet.includes(name))

type Props = {
  of: ReportOf
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

function Identity({ of, madeAt, week: { span, points, imeis } }: Pick<Props, 'of' | 'week' | 'madeAt'>) {
  const worn = wearTime(points.heartRate ?? [], span)
  return (
    <dl className={styles['facts']}>
      <Fact id="report.person">
        <Who wearer={of.wearer} name={of.name} />
      </Fact>
      <Fact id="devices.owner">
        <bdi>{of.owner ?? '—'}</bdi>
      </Fact>
      <Fact id="devices.imei">
        <Ltr>{imeis.join(', ') || '—'}</Ltr>
      </Fact>
      <Fact id="devices.branch">
        <bdi>{of.branch ?? '—'}</bdi>
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

/** Where they lay when it happened, where that was written down. */
const placeThen = (intl: IntlShape, { happening }: Mark): string => {
  const { wearer } = happening ?? {}
  return wearer?.bedsideThen ? bedsideOf(intl, { ...wearer, ...wearer.bedsideThen }) : ''
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
            {mark.bookmark ? (
              <bdi>
                {mark.bookmark.label} ({mark.bookmark.by})
              </bdi>
            ) : (
              [markText(intl, mark), placeThen(intl, mark)].filter(Boolean).join(' · ')
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
export function Sheet({ of, week, limits, madeAt, page, pages }: Props) {
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
      <Identity of={of} week={week} madeAt={madeAt} />
      <FiguresTable points={counted(week)} limits={limits} />
      {drawn.map((plan) => (
        <PaperGraph key={plan.name} plan={plan} subject={of} week={week} limits={limits} marks={shown} />
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
