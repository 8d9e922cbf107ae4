/** Metrics that were renamed, with the name they had: exposed under both for one version, so that nobody's dashboard goes blank. */
export const formerNames: Readonly<Record<string, string>> = {
  carewatch_batches_evaluated_total: 'carewatch_batches_judged_total',
  carewatch_evaluation_seconds: 'carewatch_judging_seconds',
  carewatch_evaluation_lag_seconds: 'carewatch_judging_lag_seconds',
  carewatch_dead_letters_total: 'carewatch_batches_quarantined_total',
  carewatch_live_connection_up: 'carewatch_live_line_up',
}

const NAME = /^(?:# (?:HELP|TYPE) )?(\w+?)(?:_bucket|_sum|_count)?(?=[ {])/

/** Prometheus text, followed by the same series under their former names. */
export function withFormerNames(text: string): string {
  const former = text.split('\n').flatMap((line) => {
    const name = NAME.exec(line)?.[1] ?? ''
    const before = formerNames[name]
    return before === undefined ? [] : [line.replace(name, before)]
  })
  return former.length === 0 ? text : `${text.trimEnd()}\n\n${former.join('\n')}\n`
}
