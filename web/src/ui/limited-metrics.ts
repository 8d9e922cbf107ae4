import { metric, type MetricName, metricNames } from '@carewatch/contracts/metrics'

/** The metrics that have limits. */
export const limitedMetrics: readonly MetricName[] = metricNames.filter(
  (name) => metric(name).limits !== undefined,
)
