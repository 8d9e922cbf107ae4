import {
  TRY_DAYS,
  type TriedOfHouse,
  tryBranchLimits,
  tryCompanyLimits,
} from '@carewatch/contracts/http/device-limits'
import { NO_BOUNDS } from '@carewatch/contracts/limits'
import type { LimitedMetric } from '@carewatch/contracts/metrics'
import { Fieldset, Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { filledIn, type LimitValues } from './limit-fields.ts'
import { TryButtons } from './TryButtons.tsx'

type Result = { name: LimitedMetric; tried: TriedOfHouse }

function Outcome({ name, tried: of }: Result) {
  if (of.tried === 0) return <FormattedMessage id="routine.triedNobody" />
  if (of.known === 0) return <FormattedMessage id="settings.tryNothing" values={{ days: TRY_DAYS }} />
  return (
    <>
      <FormattedMessage
        id="settings.tried"
        values={{
          metric: <FormattedMessage id={`metric.${name}`} />,
          n: of.total,
          days: TRY_DAYS,
          now: of.presentTotal,
        }}
      />{' '}
      {of.total > 0 ? (
        <FormattedMessage id="limits.triedPeople" values={{ people: of.peopleWithAlarms }} />
      ) : null}{' '}
      {of.markedFalse > 0 ? (
        <FormattedMessage id="settings.triedFalse" values={{ n: of.markedFalse }} />
      ) : null}
      <Text span display="block">
        <FormattedMessage
          id="routine.triedOf"
          values={{ people: of.people, tried: of.tried, days: TRY_DAYS }}
        />{' '}
        <FormattedMessage id="routine.triedKnown" values={{ people: of.known }} />
      </Text>
    </>
  )
}

type Props = { uuid: string; of: 'branch' | 'company'; values: LimitValues }

/** What the limits that stand in the form would have meant for the people of a house, before anybody is woken by them. */
export function TryHouseLimits({ uuid, of, values }: Props) {
  const [asked, setAsked] = useState<LimitedMetric | null>(null)
  const [result, setResult] = useState<Result | null>(null)

  async function tryOut(name: LimitedMetric) {
    setAsked(name)
    const endpoint = of === 'branch' ? tryBranchLimits : tryCompanyLimits
    const limits = { ...NO_BOUNDS, ...filledIn(values)[name] }
    const tried = await attempt(() =>
      call(endpoint, { params: { uuid }, body: { metric: name, limits, days: TRY_DAYS } }),
    )
    setAsked(null)
    setResult(tried && { name, tried })
  }

  return (
    <Fieldset legend={<FormattedMessage id="settings.tryLimits" values={{ days: TRY_DAYS }} />}>
      <TryButtons asked={asked} shown={result?.name} onTry={(name) => void tryOut(name)} />
      <Text component="output" display="block" mt="xs">
        {result ? <Outcome {...result} /> : null}
      </Text>
    </Fieldset>
  )
}
