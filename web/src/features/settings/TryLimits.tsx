import { TRY_DAYS, type Tried, tryLimits } from '@carewatch/contracts/http/device-limits'
import type { LimitedMetric } from '@carewatch/contracts/metrics'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { Measured } from '../../ui/figures/Measured.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { SeverityMark } from '../../ui/alarms/SeverityMark.tsx'
import { TryButtons } from '../../ui/devices/TryButtons.tsx'
import { limitsTyped } from './tried.ts'
import { TriedGraph } from './TriedGraph.tsx'
import styles from './TryLimits.module.css'
import type { SettingsForm } from './use-settings-form.ts'

/** The newest of them stand in words. */
const IN_WORDS = 5

type Result = { name: LimitedMetric; tried: Tried }

function Newest({ name, tried: { alarms, total } }: Result) {
  if (total === 0) return null
  return (
    <ul className={styles['alarms']}>
      {alarms
        .slice(-IN_WORDS)
        .toReversed()
        .map(({ openedAt, severity, value }) => (
          <li key={openedAt.getTime()}>
            <SeverityMark severity={severity} />
            <Measured name={name} value={value} />
            <Moment at={openedAt} />
          </li>
        ))}
    </ul>
  )
}

function Outcome({ name, tried }: Result) {
  if (tried.readings === 0) return <FormattedMessage id="settings.tryNothing" values={{ days: TRY_DAYS }} />
  const { total, presentTotal, markedFalse } = tried
  return (
    <>
      <FormattedMessage
        id="settings.tried"
        values={{
          metric: <FormattedMessage id={`metric.${name}`} />,
          n: total,
          days: TRY_DAYS,
          now: presentTotal,
        }}
      />
      {markedFalse > 0 ? (
        <>
          {' '}
          <FormattedMessage id="settings.triedFalse" values={{ n: markedFalse }} />
        </>
      ) : null}
    </>
  )
}

/** What the limits that stand in the form would have meant, before anybody is woken by them. */
export function TryLimits({ uuid, form }: { uuid: string; form: SettingsForm }) {
  const [asked, setAsked] = useState<LimitedMetric | null>(null)
  const [result, setResult] = useState<Result | null>(null)

  async function tryOut(name: LimitedMetric) {
    setAsked(name)
    const limits = limitsTyped(form.values, name)
    const tried = await attempt(() =>
      call(tryLimits, { params: { uuid }, body: { metric: name, limits, days: TRY_DAYS } }),
    )
    setAsked(null)
    setResult(tried && { name, tried })
  }

  return (
    <fieldset className={styles['try']}>
      <legend>
        <IconHistory size={16} aria-hidden />
        <FormattedMessage id="settings.tryLimits" values={{ days: TRY_DAYS }} />
      </legend>
      <TryButtons asked={asked} shown={result?.name} onTry={(name) => void tryOut(name)} />
      <output className={styles['outcome']}>{result ? <Outcome {...result} /> : null}</output>
      {result && result.tried.readings > 0 ? (
        <>
          <TriedGraph {...result} />
          <Newest {...result} />
        </>
      ) : null}
    </fieldset>
  )
}
