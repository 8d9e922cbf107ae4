import type pg from 'pg'

/** Whoever reads figures and nothing else: a login of the operator's own is a member of it (docs/figures.md). */
export const FIGURES = 'carewatch_figures'

export const figures = [
  'figures_alarms',
  'figures_deliveries',
  'figures_gateways',
  'figures_tasks',
  'figures_watches',
] as const

const IS_THERE = 'select from pg_roles where rolname = $1'

/** Lets that role read the views of figures; where our user may make no roles, whoever looks after the server makes it. */
export async function letFiguresBeRead(client: pg.ClientBase): Promise<void> {
  if ((await client.query(IS_THERE, [FIGURES])).rowCount === 0) return
  await client.query(`grant usage on schema public to ${FIGURES}`)
  await client.query(`grant select on ${figures.join(', ')} to ${FIGURES}`)
}
