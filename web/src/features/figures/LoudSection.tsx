import type { Loud, Suggestion } from '@carewatch/contracts/http/alarm-figures'
import { configureDevice } from '@carewatch/contracts/http/device-settings'
import { FormattedMessage, FormattedNumber, type IntlShape, useIntl } from 'react-intl'
import { useMay } from '../../session/may.ts'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import type { Column } from '../../ui/list/column.ts'
import { Measured } from '../../ui/figures/Measured.tsx'
import { CasesLink } from './CasesLink.tsx'
import type { Of } from './figures.ts'
import styles from './FigureTable.module.css'
import { FigureTable } from './FigureTable.tsx'
import { shareOfFalse } from './share.ts'
import { Who } from '../../ui/people/Who.tsx'
import { wornBy } from '../../ui/people/place-name.ts'

export const kindText = (intl: IntlShape, { kind, direction }: Pick<Loud, 'kind' | 'direction'>): string => {
  const name = intl.formatMessage({ id: `alarmKind.${kind}` })
  return direction === 'NONE' ? name : intl.formatMessage({ id: `alarmFigures.side.${direction}` }, { name })
}

/** Leads to whom it is about: by the watch it might be another's by now. */
function Person({ device: { uuid, name }, wearer }: Pick<Loud, 'device' | 'wearer'>) {
  const who = <Who wearer={wearer} name={wornBy({ wearer, name })} />
  if (wearer)
    return (
      <LinkText to="/people/$uuid" params={{ uuid: wearer.uuid }} search={{ view: 'vitals' }} className="tap">
        {who}
      </LinkText>
    )
  return (
    <LinkText to="/user/overview" search={{ device: uuid }} className="tap">
      {who}
    </LinkText>
  )
}

/** What is advised, and where it can be set by whoever may. */
function Advice({ device, suggestion }: Pick<Loud, 'device' | 'suggestion'>) {
  const may = useMay()
  if (!suggestion) return '—'
  if (!may(configureDevice)) return <Suggested of={suggestion} />
  return (
    <LinkText to="/user/settings" search={{ device: device.uuid }} className="tap">
      <Suggested of={suggestion} />
    </LinkText>
  )
}

function Suggested({ of: { metric, side, present, suggested, rings } }: { of: Suggestion }) {
  return (
    <div className={styles['words']}>
      <FormattedMessage
        id={`alarmFigures.suggest.${side}`}
        values={{
          metric: <FormattedMessage key="metric" id={`metric.${metric}`} />,
          suggested: (
            <b key="suggested">
              <Measured name={metric} value={suggested} />
            </b>
          ),
          present: <Measured key="present" name={metric} value={present} />,
        }}
      />
      {rings ? (
        <>
          <br />
          <FormattedMessage id="alarmFigures.rings" values={{ n: rings.suggested, present: rings.present }} />
        </>
      ) : null}
    </div>
  )
}

const columnsIn = (intl: IntlShape, of: Of): readonly Column<Loud>[] => [
  {
    id: 'device',
    title: 'report.person',
    text: ({ device: { name }, wearer }) => wornBy({ wearer, name }),
    show: (row) => <Person {...row} />,
  },
  {
    id: 'kind',
    title: 'alarmFigures.kind',
    text: (row) => kindText(intl, row),
    show: (row) => kindText(intl, row),
  },
  {
    id: 'alarms',
    title: 'alarmFigures.alarms',
    text: ({ alarms }) => alarms,
    show: ({ alarms, device, wearer, kind, direction }) => (
      <CasesLink
        search={{
          ...of,
          figure: 'every',
          device: device.uuid,
          wearer: wearer?.uuid ?? 'none',
          kind,
          direction,
        }}
        n={alarms}
      >
        <FormattedNumber value={alarms} />
      </CasesLink>
    ),
  },
  {
    id: 'false',
    title: 'alarmFigures.falseShare',
    text: (row) => shareOfFalse(row),
    show: (row) => {
      const share = shareOfFalse(row)
      return share === null ? '—' : <FormattedNumber value={share} style="percent" />
    },
  },
  {
    id: 'suggestion',
    title: 'alarmFigures.suggestion',
    text: ({ suggestion }) => suggestion?.suggested,
    show: (row) => <Advice {...row} />,
  },
]

/** Who rings most, by which watch, and what is advised. */
export function LoudSection({ loudest, of }: { loudest: readonly Loud[]; of: Of }) {
  const intl = useIntl()
  if (loudest.length === 0) return null
  return (
    <FigureTable
      title="alarmFigures.loudest"
      name="loudest-watches"
      rows={loudest}
      columns={columnsIn(intl, of)}
      keyOf={({ device, wearer, kind, direction, suggestion }) =>
        `${device.uuid} ${wearer?.uuid} ${kind} ${direction} ${suggestion?.metric}`
      }
    />
  )
}
