import { USUAL_DAYS, type UsualDay as Usual, usualDay } from '@carewatch/contracts/http/device-limits'
import type { SettingsState } from '@carewatch/contracts/http/device-settings'
import type { Bounds } from '@carewatch/contracts/limits'
import { type LimitedMetric, limitedMetrics } from '@carewatch/contracts/metrics'
import { Text } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { type CSSProperties, useEffect, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { orNothing } from '../../http/or-nothing.ts'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Figure, Measured } from '../../ui/figures/Measured.tsx'
import { countingBounds } from './groups.ts'
import { isWithin, scaleOf, type Scale, zonesOf } from './usual-scale.ts'
import styles from './UsualDay.module.css'
import type { SettingValues } from './values.ts'

type Of = NonNullable<Usual['metrics'][LimitedMetric]>
type Spread = NonNullable<Of['day']>

/** From where to where on the scale, as a share of its width. */
const placed = ({ share }: Scale, from: number, to: number): CSSProperties =>
  // Safe: React's types do not know the names of custom properties.
  ({ '--from': share(from), '--to': share(to) }) as CSSProperties

const icons = { day: IconSun, night: IconMoon } as const

/** Nine of ten as a line, the middle half as a body, the middle as a mark. */
function Body({ scale, part, spread }: { scale: Scale; part: keyof typeof icons; spread: Spread | null }) {
  if (!spread) return null
  const { p5, p25, median, p75, p95 } = spread
  const Icon = icons[part]
  return (
    <div className={styles['body']} data-part={part}>
      <span className={styles['reach']} style={placed(scale, p5, p95)} />
      <span className={styles['half']} style={placed(scale, p25, p75)} />
      <span className={styles['middle']} style={placed(scale, median, median)} />
      <span className={styles['icon']} style={placed(scale, p95, p95)}>
        <Icon size={14} />
      </span>
    </div>
  )
}

function Picture({ name, of, bounds }: { name: LimitedMetric; of: Of; bounds: Bounds }) {
  const scale = scaleOf(bounds, of)
  const edges = [...new Set(Object.values(bounds))].filter((edge) => edge !== null)
  return (
    <div className={styles['picture']} aria-hidden>
      <div className={styles['bands']}>
        {zonesOf(bounds, scale).map(({ from, to, tone }) => (
          <span key={from} data-tone={tone} style={placed(scale, from, to)} />
        ))}
        <Body scale={scale} part="day" spread={of.day} />
        <Body scale={scale} part="night" spread={of.night} />
      </div>
      <div className={styles['edges']}>
        {edges.map((edge) => (
          <small key={edge} style={placed(scale, edge, edge)}>
            <Ltr>
              <Figure name={name} value={edge} />
            </Ltr>
          </small>
        ))}
      </div>
    </div>
  )
}

function InWords({ name, of, bounds }: { name: LimitedMetric; of: Of; bounds: Bounds }) {
  return (
    <ul className={styles['words']}>
      {(['day', 'night'] as const).map((part) => {
        const spread = of[part]
        if (!spread) return null
        const values = {
          low: <Figure key="low" name={name} value={spread.p5} />,
          high: <Measured key="high" name={name} value={spread.p95} />,
          middle: <Figure key="middle" name={name} value={spread.median} />,
        }
        return (
          <li key={part}>
            <FormattedMessage id={`settings.usualDay.${part}`} values={values} />
            {isWithin(spread, bounds) ? null : (
              <strong>
                <FormattedMessage id="settings.usualDay.beyond" />
              </strong>
            )}
          </li>
        )
      })}
    </ul>
  )
}

type Props = { uuid: string; values: SettingValues; usualLimits: SettingsState['usualLimits'] }

/** A person's usual day and night behind the limits that stand in the form: what lies beyond them would alarm every day. */
export function UsualDay({ uuid, values, usualLimits }: Props) {
  const [usual, setUsual] = useState<Usual | null>(null)
  useEffect(() => {
    let isGone = false
    void attempt(() => orNothing(call(usualDay, { params: { uuid } }))).then((answer) => {
      if (!isGone) setUsual(answer)
    })
    return () => {
      isGone = true
    }
  }, [uuid])
  const measured = limitedMetrics.flatMap((name) => {
    const of = usual?.metrics[name]
    return of ? [{ name, of, bounds: countingBounds(values, usualLimits, name) }] : []
  })
  if (measured.length === 0) return null
  return (
    <section className={styles['usual']} aria-labelledby="usual-day">
      <Text id="usual-day" component="h3" size="sm" fw={500}>
        <FormattedMessage id="settings.usualDay" values={{ days: USUAL_DAYS }} />
      </Text>
      {measured.map(({ name, of, bounds }) => (
        <div key={name} className={styles['metric']}>
          <FormattedMessage id={`metric.${name}`} />
          <Picture name={name} of={of} bounds={bounds} />
          <InWords name={name} of={of} bounds={bounds} />
        </div>
      ))}
    </section>
  )
}
