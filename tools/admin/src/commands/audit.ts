import { BEGINNING, CONTENT, type End, LATEST_COMMIT, linkOf, nameOf } from '@carewatch/platform/audit/chain'
import pg from 'pg'
import type { Installation } from '../open.ts'

const ROWS_AT_ONCE = 5_000

const LINKS = `
select s.position, s.hash, s.audit_id as "auditId", l.at, case when l.id is not null then ${CONTENT} end as content
from audit_seals s left join audit_log l on l.id = s.audit_id where s.position > $1 order by s.position limit ${ROWS_AT_ONCE}`
const HEAD = 'select position, hash from audit_chain'
/** Not in the chain: rows of the last seconds, and those that say that they are older. */
const OUTSIDE = `
select count(*)::int as unsealed, (array_agg(l.id order by l.at, l.id)
  filter (where l.at < (select sealed_at from audit_chain) - interval '${LATEST_COMMIT}'))[1] as "addedId"
from audit_log l where not exists (select from audit_seals s where s.audit_id = l.id)`

type Link = { position: number; hash: Buffer; auditId: number; at: Date | null; content: string | null }
export type Known = { known?: string }
/** `from`, `to`: when the rows say that they were written. `unsealed`: committed since the chain was last added to. */
export type Whole = {
  rows: number
  unsealed: number
  from: Date | undefined
  to: Date | undefined
  end: string
}

/**
 * Reads the whole audit log of one moment against its chain; throws at the first row that is not what was sealed. `known`: an end that somebody kept elsewhere, without
 * which whoever can change all of the database could have sealed everything anew.
 */
export async function verifyAudit({ url }: Pick<Installation, 'url'>, known?: string): Promise<Whole> {
  const client = new pg.Client({ connectionString: url, application_name: 'audit' })
  await client.connect()
  try {
    await client.query('begin transaction isolation level repeatable read read only')
    const { end, isKnown, from, to } = await followChain(client, known)
    await needEnd(client, end)
    if (known !== undefined && !isKnown)
      throw new Error(`The chain never had the end ${known}: it was cut off, or sealed anew.`)
    const unsealed = await countOutside(client)
    return { rows: end.position + unsealed, unsealed, from, to, end: nameOf(end) }
  } finally {
    await client.end()
  }
}

/** The same in two lines for people. */
export async function describeAudit(here: Pick<Installation, 'url'>, { known }: Known): Promise<string> {
  const { rows, unsealed, from, to, end } = await verifyAudit(here, known)
  const span = from && to ? `, from ${from.toISOString()} to ${to.toISOString()}` : ''
  return `${rows.toLocaleString('en')} rows${span}: whole, ${unsealed} of them not sealed yet.\nThe end, to be kept elsewhere: ${end}`
}

async function followChain(client: pg.ClientBase, known: string | undefined) {
  let end: End = { position: 0, hash: BEGINNING }
  let isKnown = false
  let from: Date | undefined
  let to: Date | undefined
  for (;;) {
    const { rows } = await client.query<Link>(LINKS, [end.position])
    for (const link of rows) {
      end = follow(end, link)
      if (nameOf(end) === known) isKnown = true
    }
    from ??= rows[0]?.at ?? undefined
    to = rows.at(-1)?.at ?? to
    if (rows.length < ROWS_AT_ONCE) return { end, isKnown, from, to }
  }
}

function follow(before: End, { position, hash, auditId, at, content }: Link): End {
  if (position !== before.position + 1)
    throw new Error(`Link ${before.position + 1} of the chain is missing; the next is ${position}.`)
  if (content === null) throw new Error(`Row ${auditId} was taken away; it is link ${position} of the chain.`)
  if (!hash.equals(linkOf(before.hash, content)))
    throw new Error(
      `Row ${auditId} of ${at?.toISOString()} is not what was sealed; it is link ${position} of the chain.`,
    )
  return { position, hash }
}

async function needEnd(client: pg.ClientBase, { position, hash }: End): Promise<void> {
  const { rows } = await client.query<End>(HEAD)
  const [head] = rows
  if (!head) throw new Error('The end of the chain is missing.')
  if (head.position === position && head.hash.equals(hash)) return
  throw new Error(
    `The end was cut off: ${head.position} rows were sealed, and the chain ends with ${position}.`,
  )
}

async function countOutside(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ unsealed: number; addedId: number | null }>(OUTSIDE)
  const { unsealed, addedId } = rows[0] ?? { unsealed: 0, addedId: null }
  if (addedId !== null)
    throw new Error(
      `Row ${addedId} was put in afterwards: it is older than rows that were sealed without it.`,
    )
  return unsealed
}
