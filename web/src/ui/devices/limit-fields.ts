import type { LimitBound } from '@carewatch/contracts/limits'
import { limitedMetrics, metric, type MetricName } from '@carewatch/contracts/metrics'
import { limitSettings } from '@carewatch/contracts/settings'
import type { Field } from '../form/fields.ts'

type HouseLimits = Partial<Record<MetricName, { [Bound in LimitBound]?: number | undefined }>>
type Typed = Partial<Record<LimitBound, number | ''>>
export type LimitValues = { limits: Partial<Record<MetricName, Typed>> }

const field = (name: MetricName, bound: LimitBound): Field => ({
  kind: 'number',
  name: `limits.${name}.${bound}`,
  label: `limits.${bound}`,
  half: true,
  step: 10 ** -metric(name).decimals,
  unit: metric(name).unit,
})

const boundsOf = (name: MetricName): LimitBound[] =>
  limitSettings.filter(({ metric: of }) => of === name).map(({ bound }) => bound)

export const limitFields: readonly Field[] = limitedMetrics.map((name) => ({
  kind: 'group',
  name,
  legend: `metric.${name}`,
  fields: boundsOf(name).map((bound) => field(name, bound)),
}))

/** What stands there, as the form holds it. */
export const limitValues = ({ limits }: { limits: HouseLimits }): LimitValues => ({
  limits: Object.fromEntries(
    limitedMetrics.map((name) => [
      name,
      Object.fromEntries(boundsOf(name).map((bound) => [bound, limits[name]?.[bound] ?? ''])),
    ]),
  ),
})

const filledInOf = (typed: Typed) =>
  Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''))

/** As a call takes it: what is left empty is nobody's. */
export const filledIn = ({ limits }: LimitValues) =>
  Object.fromEntries(Object.entries(limits).map(([name, of]) => [name, filledInOf(of)]))
