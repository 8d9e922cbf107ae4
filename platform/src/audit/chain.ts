import { createHash } from 'node:crypto'

/**
 * What a row of the audit log (`l`) says, as one text that no other row has. A column that the log is given must come to its end and be left out where it is null,
 * or nothing that was sealed before is whole any more.
 */
export const CONTENT = `json_build_array(l.id, l.uuid, (extract(epoch from l.at) * 1000)::int8, l.user_id, l.company_id, l.action, l.entity, l.entity_uuid,
  l.address, l.detail)::text`

/** The next link of the chain. */
export const linkOf = (before: Buffer, content: string): Buffer =>
  createHash('sha256').update(before).update(content).digest()

/** What the first link follows. */
export const BEGINNING: Buffer = createHash('sha256').digest()

/**
 * No transaction lasts so long. A row says when its transaction began, so one that is older than this was there when the chain was last added to, and is in it; one that is
 * not was put in afterwards.
 */
export const LATEST_COMMIT = '1 hour'

/** As many rows are sealed, and the hash of the last one stands for all of them. */
export type End = { position: number; hash: Buffer }

/** As people keep it: `12034:5f1c…`. */
export const nameOf = ({ position, hash }: End): string => `${position}:${hash.toString('hex')}`
