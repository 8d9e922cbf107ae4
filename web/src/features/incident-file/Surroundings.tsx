import { EventType } from '@carewatch/contracts/alarms'
import type { IncidentFile } from '@carewatch/contracts/http/incident-files'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { factText } from '../../ui/alarms/fact-text.ts'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { PaperTable, numbered } from '../../ui/paper/PaperTable.tsx'
import { When } from '../../ui/paper/When.tsx'

type Of = { file: IncidentFile }
type Reported = IncidentFile['rooms'][number]

function EventText({ type }: { type: string }) {
  const { data } = EventType.safeParse(type)
  return data ? <FormattedMessage id={`file.event.${data}`} /> : <bdi>{type}</bdi>
}

function FactText({ fact, value }: Reported) {
  const { id } = factText(fact, value)
  if (id) return <FormattedMessage id={id} />
  const figure =
    typeof value === 'number' ? <FormattedNumber value={value} maximumFractionDigits={1} /> : String(value)
  if (fact === 'temperature') return <Ltr>{figure} °C</Ltr>
  if (fact === 'humidity') return <Ltr>{figure} %</Ltr>
  return (
    <Ltr>
      {fact}: {figure}
    </Ltr>
  )
}

/** What the watch and the sensors of the room reported, in one order. */
export function Reports({ file: { events, rooms } }: Of) {
  const intl = useIntl()
  const watch = intl.formatMessage({ id: 'file.watch' })
  const rows = [
    ...(events ?? []).map(({ at, type }) => ({ at, by: watch, what: <EventText type={type} /> })),
    ...rooms.map((row) => ({ at: row.at, by: `${row.room} · ${row.sensor}`, what: <FactText {...row} /> })),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime())
  return (
    <PaperTable
      title="file.reports"
      empty={events ? 'file.none' : 'file.gone'}
      columns={['file.when', 'file.by', 'file.what']}
      rows={numbered(rows, ({ at, by, what }) => [<When key="at" at={at} />, <bdi key="by">{by}</bdi>, what])}
    />
  )
}

/** In which rooms their tag was, and where the watch was outside. */
export function Places({ file: { stays, places } }: Of) {
  if (stays.length === 0 && !places?.length) return null
  return (
    <>
      {stays.length > 0 ? (
        <PaperTable
          title="file.stays"
          columns={['file.from', 'file.to', 'file.where']}
          rows={numbered(stays, ({ room, unknown, from, to }) => [
            <When key="from" at={from} />,
            to && <When key="to" at={to} />,
            room === null ? (
              <FormattedMessage key="room" id={unknown ? `beacons.unknown.${unknown}` : 'file.noRoom'} />
            ) : (
              <bdi key="room">{room}</bdi>
            ),
          ])}
        />
      ) : null}
      {places?.length ? (
        <PaperTable
          title="file.places"
          columns={['file.when', 'file.where', 'file.source']}
          rows={numbered(places, ({ time, lat, lng, accuracy, source }) => [
            <When key="at" at={time} />,
            <Ltr key="where">
              {lat.toFixed(5)}, {lng.toFixed(5)}
              {accuracy === null ? null : ` ± ${Math.round(accuracy)} m`}
            </Ltr>,
            <Ltr key="source">{source}</Ltr>,
          ])}
        />
      ) : null}
    </>
  )
}
