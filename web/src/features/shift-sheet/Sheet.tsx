import type { IssuedFile } from '@carewatch/contracts/http/issued'
import type { KeptSheet, ShiftSheet } from '@carewatch/contracts/http/shift-sheet'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ZoneOf } from '../../i18n/ZoneOf.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { numbered, PaperTable } from '../../ui/paper/PaperTable.tsx'
import styles from '../../ui/paper/Paper.module.css'
import { Seal } from '../../ui/paper/Seal.tsx'
import { offsetText } from '../../ui/paper/When.tsx'
import { bedsideOf } from '../../ui/people/place-name.ts'
import { AlarmLine, IncidentLine, TaskLine } from './Lines.tsx'

type Person = ShiftSheet['people'][number]

/** Each on a line of its own. */
const Lines = ({ lines }: { lines: readonly (readonly [key: string, line: ReactNode])[] }) =>
  lines.length === 0 ? (
    '—'
  ) : (
    <ul className={styles['lines']}>
      {lines.map(([key, line]) => (
        <li key={key}>{line}</li>
      ))}
    </ul>
  )

const alarmLines = (alarms: Person['devices']) =>
  alarms.map((alarm) => [alarm.uuid, <AlarmLine key="line" alarm={alarm} />] as const)

function Away({ away }: Pick<Person, 'away'>) {
  if (!away) return null
  return (
    <b>
      <FormattedMessage id="wearerStatus.AWAY" />
      {away.reason ? (
        <>
          {': '}
          <bdi>{away.reason}</bdi>
        </>
      ) : null}
      {away.until ? (
        <>
          {' · '}
          <FormattedMessage id="file.to" /> <Moment at={away.until} />
        </>
      ) : null}
    </b>
  )
}

/** A person with all that is to be known of them, in the order in which they lie. */
function People({ people }: Pick<ShiftSheet, 'people'>) {
  const intl = useIntl()
  return (
    <PaperTable
      title="sheet.people"
      columns={['report.person', 'sheet.happened', 'sheet.left', 'sheet.notes']}
      rows={people.map(({ wearer, away, incidents, devices, tasks, notes }) => ({
        key: wearer.uuid,
        cells: [
          <span key="who">
            <b>
              <bdi>{wearer.name}</bdi>
            </b>
            <br />
            {bedsideOf(intl, wearer)}
          </span>,
          <Lines
            key="happened"
            lines={[
              ...incidents.map(
                (incident) => [incident.uuid, <IncidentLine key="line" incident={incident} />] as const,
              ),
              ...alarmLines(devices.filter(({ closedAt }) => closedAt !== null)),
            ]}
          />,
          <Lines
            key="left"
            lines={[
              ...(away ? ([['away', <Away key="line" away={away} />]] as const) : []),
              ...alarmLines(devices.filter(({ closedAt }) => closedAt === null)),
              ...tasks.map((task) => [task.uuid, <TaskLine key="line" task={task} />] as const),
            ]}
          />,
          <Lines
            key="notes"
            lines={notes.map(({ at, by, note }, index) => [
              String(index),
              <span key="line">
                <Moment at={at} /> <bdi>{by}</bdi>: <bdi>{note}</bdi>
              </span>,
            ])}
          />,
        ],
      }))}
    />
  )
}

/** What is to be known of a sheet that was kept; none: it is of this moment. */
export type OfKept = { kept?: KeptSheet; issued?: IssuedFile }

function Head({ sheet, issued }: { sheet: ShiftSheet } & OfKept) {
  const { branch, from, to, madeAt, zone, offsetMinutes, duties } = sheet
  return (
    <>
      <header>
        <h2>
          <FormattedMessage id="sheet.title" /> · <bdi>{branch.name}</bdi>
        </h2>
        <p>
          <FormattedMessage
            id="sheet.period"
            values={{
              from: <Moment key="from" at={from} />,
              to: <Moment key="to" at={to} />,
              made: <Moment key="made" at={madeAt} />,
            }}
          />
        </p>
        <p>
          <FormattedMessage
            id="file.times"
            values={{
              zone: <Ltr key="zone">{zone}</Ltr>,
              offset: <Ltr key="offset">{offsetText(offsetMinutes)}</Ltr>,
            }}
          />
        </p>
        {issued ? <Seal issued={issued} /> : null}
      </header>
      {duties.length > 0 ? (
        <PaperTable
          title="sheet.duties"
          columns={['file.who', 'file.from', 'file.to']}
          rows={duties.map((duty) => ({
            key: duty.uuid,
            cells: [
              <bdi key="who">{duty.user.name}</bdi>,
              <Moment key="from" at={duty.from} />,
              <Moment key="to" at={duty.to} />,
            ],
          }))}
        />
      ) : null}
    </>
  )
}

const Kept = ({ kept: { late, redacted, madeAt } }: { kept: KeptSheet }) => (
  <>
    {late ? (
      <p className={styles['draft']}>
        <FormattedMessage id="sheet.late" values={{ at: <Moment key="at" at={madeAt} /> }} />
      </p>
    ) : null}
    {redacted ? (
      <p className={styles['draft']}>
        <FormattedMessage id="sheet.redacted" />
      </p>
    ) : null}
  </>
)

/** The list of who lives there is another after this shift. */
function Stays({ stays = [] }: Pick<ShiftSheet, 'stays'>) {
  const intl = useIntl()
  if (stays.length === 0) return null
  return (
    <PaperTable
      title="sheet.stays"
      columns={['report.person', 'file.what', 'file.when']}
      rows={numbered(stays, ({ wearer, at, what }) => [
        <span key="who">
          <b>
            <bdi>{wearer.name}</bdi>
          </b>
          <br />
          {bedsideOf(intl, wearer)}
        </span>,
        <FormattedMessage
          key="what"
          id={what === 'LEFT' || what === 'DECEASED' ? `wearerStatus.${what}` : `sheet.stay.${what}`}
        />,
        <Moment key="at" at={at} />,
      ])}
    />
  )
}

/** What a shift hands over, on the screen as on paper. */
export function Sheet({ sheet, kept, issued }: { sheet: ShiftSheet } & OfKept) {
  const { people, stays, others, places, tasks, isCut, zone } = sheet
  return (
    <ZoneOf zone={zone}>
      <article className={styles['sheet']} data-testid="shift-sheet">
        <div className={styles['body']}>
          <Head sheet={sheet} {...(issued && { issued })} />
          {kept ? <Kept kept={kept} /> : null}
          {isCut ? (
            <p className={styles['draft']}>
              <FormattedMessage id="sheet.cut" />
            </p>
          ) : null}
          <People people={people} />
          <Stays {...(stays && { stays })} />
          <p data-testid="others">
            <b>
              <FormattedMessage id="sheet.others" values={{ n: others }} />
            </b>
          </p>
          {places.length > 0 ? (
            <PaperTable
              title="sheet.places"
              columns={['file.where', 'file.what']}
              rows={places.map(({ name, ...alarm }) => ({
                key: alarm.uuid,
                cells: [<bdi key="name">{name ?? '—'}</bdi>, <AlarmLine key="alarm" alarm={alarm} />],
              }))}
            />
          ) : null}
          {tasks.length > 0 ? (
            <PaperTable
              title="sheet.tasks"
              columns={['file.what']}
              rows={numbered(tasks, (task) => [<TaskLine key="task" task={task} />])}
            />
          ) : null}
        </div>
        <footer>
          <bdi>{sheet.branch.name}</bdi> · <Moment at={sheet.madeAt} />
          {issued ? (
            <>
              {' · '}
              <Ltr>{issued.number}</Ltr>
            </>
          ) : null}
        </footer>
      </article>
    </ZoneOf>
  )
}
