import type { alertLogs } from '@carewatch/contracts/http/interactions'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import type { Column } from '../../ui/list/column.ts'
import { Moment } from '../../ui/figures/Moment.tsx'
import { SeverityMark } from '../../ui/alarms/SeverityMark.tsx'
import { Who } from '../../ui/people/Who.tsx'

export type AlertLog = Reply<typeof alertLogs>['alertLogs'][number]

function State({ closedAt, closedBy, acknowledged, acknowledgedBy, active, cause }: AlertLog) {
  if (closedAt) {
    return (
      <>
        <FormattedMessage id="alertLogs.closed" values={{ by: <bdi key="by">{closedBy ?? '—'}</bdi> }} />
        {cause ? (
          <>
            {' · '}
            <FormattedMessage id={`cause.${cause}`} />
          </>
        ) : null}
      </>
    )
  }
  if (acknowledged) {
    return (
      <FormattedMessage
        id="notifications.acknowledgedBy"
        values={{ name: <bdi key="by">{acknowledgedBy ?? '—'}</bdi> }}
      />
    )
  }
  return <FormattedMessage id={active ? 'alertLogs.open' : 'alertLogs.over'} />
}

const stateText = ({ closedAt, acknowledged, active }: AlertLog): string =>
  closedAt ? 'closed' : acknowledged ? 'acknowledged' : active ? 'open' : 'over'

/** Whom it is about; of nobody, what noticed it. */
const sourceName = ({ wearer, device, beacon, gateway }: AlertLog): string | undefined =>
  (wearer ?? device ?? beacon ?? gateway)?.name

export const columns: readonly Column<AlertLog>[] = [
  {
    id: 'openedAt',
    title: 'alertLogs.when',
    text: ({ openedAt }) => openedAt.toISOString(),
    show: ({ openedAt }) => <Moment at={openedAt} />,
  },
  {
    id: 'severity',
    title: 'alertLogs.severity',
    text: ({ severity }) => severity,
    show: ({ severity }) => <SeverityMark severity={severity} />,
  },
  {
    id: 'message',
    title: 'alertLogs.what',
    text: ({ message }) => message,
    show: ({ message }) => message,
  },
  {
    id: 'room',
    title: 'blt.room',
    text: ({ room }) => room?.name,
    show: ({ room }) => <bdi>{room?.name ?? '—'}</bdi>,
  },
  {
    id: 'source',
    title: 'alertLogs.source',
    text: sourceName,
    show: (log) => <Who wearer={log.wearer} name={sourceName(log) ?? '—'} />,
  },
  {
    id: 'count',
    title: 'alertLogs.count',
    text: ({ count }) => count,
    show: ({ count }) => <FormattedNumber value={count} />,
    isExtra: true,
  },
  { id: 'state', title: 'list.status', text: stateText, show: (log) => <State {...log} /> },
]
