/** How often a gateway reports that was told nothing else. */
const REPORTS_EVERY_S = 60

/** A gateway `g` is offline above six of its intervals, never under three minutes, as watches are. */
export const OFFLINE_AFTER = `greatest(6 * coalesce((g.config ->> 'reportIntervalSeconds')::int, ${REPORTS_EVERY_S}), 180) * interval '1 second'`
