/** Why an installation may not start as it is, and the one command that mends it. */
export type Refusal = { why: string; mend: string }

/** What a person reads who has just typed `start`. */
export const refusalText = (refusals: readonly Refusal[]): string =>
  [
    'Carewatch does not start like this:',
    ...refusals.flatMap(({ why, mend }) => [`  - ${why}`, `    mend it: ${mend}`]),
  ].join('\n')
