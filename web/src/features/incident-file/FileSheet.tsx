import type { IncidentFile } from '@carewatch/contracts/http/incident-files'
import type { IssuedFile } from '@carewatch/contracts/http/issued'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { ZoneOf } from '../../i18n/ZoneOf.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { bedsideOf } from '../../ui/people/place-name.ts'
import { Alarms, Messages, Screens, Steps, Tasks, Viewings } from './AlarmParts.tsx'
import { FileGraph } from './FileGraph.tsx'
import { Places, Reports } from './Surroundings.tsx'
import styles from '../../ui/paper/Paper.module.css'
import { Fact, Seal } from '../../ui/paper/Seal.tsx'
import { AmidClockChange, isClockChanged, offsetText, When } from '../../ui/paper/When.tsx'

type Of = { file: IncidentFile }

function Person({ file: { person } }: Of) {
  const intl = useIntl()
  if (!person) return null
  const { born, age, sex } = person
  return (
    <>
      <Fact id="report.person">
        <bdi>{person.name}</bdi>
      </Fact>
      <Fact id="file.bedside">{bedsideOf(intl, { ...person, imageUrl: null, status: 'ACTIVE' })}</Fact>
      <Fact id="file.born">
        {born && age !== null ? (
          <FormattedMessage
            id="file.bornAge"
            values={{
              date: <FormattedDate key="date" value={`${born}T00:00Z`} dateStyle="medium" timeZone="UTC" />,
              age,
            }}
          />
        ) : null}
      </Fact>
      <Fact id="file.sex">{sex ? <FormattedMessage id={`gender.${sex}`} /> : null}</Fact>
    </>
  )
}

function Identity({ file }: Of) {
  const { incident, company, branch, zone, offsetMinutes, madeFor } = file
  return (
    <>
      <dl className={styles['facts']}>
        <Person file={file} />
        <Fact id="devices.branch">
          <bdi>{[branch, company].filter(Boolean).join(' · ')}</bdi>
        </Fact>
        <Fact id="file.began">
          <When at={incident.openedAt} />
        </Fact>
        <Fact id="file.last">
          <When at={incident.lastAt} />
        </Fact>
        <Fact id="alarms.closedAt">
          {incident.closedAt ? <When at={incident.closedAt} /> : <FormattedMessage id="file.open" />}
        </Fact>
        <Fact id="file.madeFor">
          <bdi>{madeFor.name}</bdi> · <FormattedMessage id={`role.${madeFor.role}`} />
        </Fact>
        <Fact id="file.made">
          <When at={file.madeAt} />
        </Fact>
      </dl>
      <p>
        <FormattedMessage
          id="file.times"
          values={{
            zone: <Ltr key="zone">{zone}</Ltr>,
            offset: <Ltr key="offset">{offsetText(offsetMinutes)}</Ltr>,
          }}
        />
      </p>
    </>
  )
}

function Care({ file: { care } }: Of) {
  if (!care) return null
  const { doNotResuscitate, fallRisk, ...texts } = care
  const unknown = <FormattedMessage id="care.unknown" />
  return (
    <section className={styles['part']}>
      <h3>
        <FormattedMessage id="file.care" />
      </h3>
      <dl className={styles['facts']}>
        <Fact id="care.dnr">
          {doNotResuscitate === null ? (
            unknown
          ) : (
            <FormattedMessage id={doNotResuscitate ? 'care.dnr.yes' : 'care.dnr.no'} />
          )}
        </Fact>
        <Fact id="care.fallRisk">
          {fallRisk ? <FormattedMessage id={`care.fallRisk.${fallRisk}`} /> : unknown}
        </Fact>
        {(['allergies', 'conditions', 'medicines', 'mobility', 'hearingAndSight', 'notes'] as const).map(
          (name) => (
            <Fact key={name} id={`care.${name}`}>
              {texts[name] ? <bdi>{texts[name]}</bdi> : unknown}
            </Fact>
          ),
        )}
      </dl>
    </section>
  )
}

function Graphs({ file: { vitals, from, to, incident, isSpanCut } }: Of) {
  return (
    <section className={styles['part']}>
      <h3>
        <FormattedMessage
          id="file.measured"
          values={{ from: <When key="from" at={from} />, to: <When key="to" at={to} /> }}
        />
      </h3>
      {isSpanCut ? (
        <p>
          <FormattedMessage id="file.spanCut" />
        </p>
      ) : null}
      {vitals?.length ? null : (
        <p>
          <FormattedMessage id={vitals ? 'file.none' : 'file.gone'} />
        </p>
      )}
      {vitals?.some(({ bounds }) => bounds === null) ? (
        <p>
          <FormattedMessage id="file.limitsUnknown" />
        </p>
      ) : null}
      {vitals?.map((vital) => (
        <FileGraph key={vital.metric} vital={vital} span={{ from, to }} alarms={incident.alarms} />
      ))}
    </section>
  )
}

const Cuts = ({ file: { cut } }: Of) =>
  cut.map(({ part, shown, all }) => (
    <p key={part}>
      <FormattedMessage
        id={part === 'alarms' ? 'file.cutAlarms' : 'file.cut'}
        values={{ part: <FormattedMessage key="part" id={`file.part.${part}`} />, shown, all }}
      />
    </p>
  ))

/** All that is known of an incident, to be read by somebody who was not there: on paper as on the screen. */
export function FileSheet({ file, issued }: Of & { issued: IssuedFile | null }) {
  const { zone, from, to } = file
  return (
    <ZoneOf zone={zone}>
      <AmidClockChange value={isClockChanged(zone, [from, to])}>
        <article className={styles['sheet']} data-testid="file">
          <div className={styles['body']}>
            <header>
              <h2>
                <FormattedMessage id="file.title" /> ·{' '}
                <FormattedMessage id={`alarmKind.${file.incident.kind}`} />
              </h2>
              <Seal issued={issued} />
            </header>
            {file.isOpen ? (
              <p className={styles['draft']}>
                <FormattedMessage id="file.stillOpen" />
              </p>
            ) : null}
            <Identity file={file} />
            <Cuts file={file} />
            <Alarms file={file} />
            <Steps file={file} />
            <Messages file={file} />
            <Screens file={file} />
            <Graphs file={file} />
            <Reports file={file} />
            <Places file={file} />
            <Tasks file={file} />
            <Care file={file} />
            <Viewings file={file} />
          </div>
          <footer>
            <bdi>{file.person?.name}</bdi> · <Ltr>{issued?.number ?? '—'}</Ltr>
          </footer>
        </article>
      </AmidClockChange>
    </ZoneOf>
  )
}
