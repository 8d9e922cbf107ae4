import type { IssuedFile } from '@carewatch/contracts/http/issued'
import type { MonthlyPack } from '@carewatch/contracts/http/monthly-packs'
import { FormattedDate, FormattedMessage, FormattedNumber } from 'react-intl'
import { ZoneOf } from '../../i18n/ZoneOf.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import styles from '../../ui/paper/Paper.module.css'
import { Fact, Seal } from '../../ui/paper/Seal.tsx'
import { AmidClockChange, isClockChanged, offsetText, When } from '../../ui/paper/When.tsx'
import { HowSoon, Kinds, None, Shifts } from './Figures.tsx'
import { Calls, Changes, Silences, Unanswered, Unreached } from './Lists.tsx'
import type { Of } from './parts.tsx'

export const Month = ({ month }: Pick<MonthlyPack, 'month'>) => (
  <FormattedDate value={`${month}-01T00:00Z`} timeZone="UTC" year="numeric" month="long" />
)

function Identity({ pack }: Of) {
  const { branch, company, zone, offsetMinutes, from, to, residents, watches, madeFor } = pack
  return (
    <>
      <dl className={styles['facts']}>
        <Fact id="devices.branch">
          <bdi>{[branch.name, company].filter(Boolean).join(' · ')}</bdi>
        </Fact>
        <Fact id="file.from">
          <When at={from} />
        </Fact>
        <Fact id="file.to">
          <When at={to} />
        </Fact>
        <Fact id="pack.alarms">
          <FormattedMessage id="pack.alarmsOf" values={{ alarms: pack.alarms, incidents: pack.incidents }} />
        </Fact>
        <Fact id="pack.residents">
          <FormattedMessage id="pack.residentsOf" values={residents} />
        </Fact>
        <Fact id="pack.wore">
          <FormattedNumber value={residents.wore} />
        </Fact>
        <Fact id="pack.watches">
          <FormattedNumber value={watches} />
        </Fact>
        <Fact id="file.madeFor">
          <bdi>{madeFor.name}</bdi> · <FormattedMessage id={`role.${madeFor.role}`} />
        </Fact>
        <Fact id="file.made">
          <When at={pack.madeAt} />
        </Fact>
      </dl>
      <p>
        <FormattedMessage
          id="file.times"
          values={{
            zone: <Ltr key="zone">{zone}</Ltr>,
            offset: <Ltr key="offset">{offsetText(offsetMinutes)}</Ltr>,
          }}
        />{' '}
        {pack.names ? null : <FormattedMessage id="pack.initials" />}
      </p>
    </>
  )
}

/** What a branch shows an inspector of one month, on the screen as on paper. */
export function PackSheet({ pack, issued }: Of & { issued: IssuedFile | null }) {
  const { zone, from, to, month, branch } = pack
  return (
    <ZoneOf zone={zone}>
      <AmidClockChange value={isClockChanged(zone, [from, to])}>
        <article className={styles['sheet']} data-testid="pack">
          <div className={styles['body']}>
            <header>
              <h2>
                <FormattedMessage id="pack.title" /> · <bdi>{branch.name}</bdi> · <Month month={month} />
              </h2>
              <Seal issued={issued} />
            </header>
            {pack.isOpen ? (
              <p className={styles['draft']} data-testid="pack-open">
                <FormattedMessage id="pack.open" values={{ at: <When key="at" at={to} /> }} />
              </p>
            ) : null}
            <Identity pack={pack} />
            <HowSoon pack={pack} />
            <Shifts pack={pack} />
            <Kinds pack={pack} />
            <None pack={pack} />
            <Calls pack={pack} />
            <Unanswered pack={pack} />
            <Unreached pack={pack} />
            <Silences pack={pack} />
            <Changes pack={pack} />
          </div>
          <footer>
            <bdi>{branch.name}</bdi> · <Month month={month} /> · <Ltr>{issued?.number ?? '—'}</Ltr>
          </footer>
        </article>
      </AmidClockChange>
    </ZoneOf>
  )
}
