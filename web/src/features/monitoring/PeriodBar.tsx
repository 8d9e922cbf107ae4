import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { FormattedDate, FormattedDateTimeRange, FormattedMessage, useIntl } from 'react-intl'
import type { Span } from '../../vitals/span.ts'
import styles from './MonitoringPage.module.css'

const route = getRouteApi('/_shell/user/monitoring')
const MOST_BACK = 400
const DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const
const DAYS = { day: 'numeric', month: 'short' } as const
const HOURS = { ...DAYS, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** To the period before or after; never beyond now. */
export function usePeriods(): { back: number; step: (by: number) => void } {
  const { back } = route.useSearch()
  const navigate = route.useNavigate()
  return {
    back,
    step: (by) => {
      const next = Math.min(MOST_BACK, Math.max(0, back + by))
      if (next !== back) void navigate({ search: (old) => ({ ...old, back: next }) })
    },
  }
}

function Name({ span: { from, to } }: { span: Span }) {
  const { range, back } = route.useSearch()
  if (back === 0) return <FormattedMessage id="monitoring.untilNow" />
  if (range === '1d') return <FormattedDate value={from} {...DAY} />
  return <FormattedDateTimeRange from={from} to={to} {...(range === '12h' ? HOURS : DAYS)} />
}

/** Time runs from left to right in every language, and so do these. */
export function PeriodBar({ span }: { span: Span }) {
  const intl = useIntl()
  const { back, step } = usePeriods()
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    step(event.key === 'ArrowLeft' ? 1 : -1)
  }
  return (
    <div
      className={styles['period']}
      dir="ltr"
      role="toolbar"
      aria-label={intl.formatMessage({ id: 'monitoring.period' })}
    >
      <ActionIcon
        aria-label={intl.formatMessage({ id: 'monitoring.before' })}
        onClick={() => step(1)}
        onKeyDown={press}
      >
        <IconChevronLeft size={22} aria-hidden />
      </ActionIcon>
      <b aria-live="polite" data-testid="period">
        <bdi>
          <Name span={span} />
        </bdi>
      </b>
      <ActionIcon
        aria-label={intl.formatMessage({ id: 'monitoring.after' })}
        aria-disabled={back === 0}
        data-last={back === 0}
        onClick={() => step(-1)}
        onKeyDown={press}
      >
        <IconChevronRight size={22} aria-hidden />
      </ActionIcon>
    </div>
  )
}
