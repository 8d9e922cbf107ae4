import { duties } from '@carewatch/migrations/schema/escalation'
import { branches } from '@carewatch/migrations/schema/people'
import { sql } from 'drizzle-orm'

const ofBranch = sql`select from ${duties} where ${duties.branchId} = ${branches.id} and ${duties.deletedAt} is null`

/** A condition on `branches`: it keeps a list of who is on duty, and nobody is. */
export const isUnattended = sql<boolean>`(exists (${ofBranch})
  and not exists (${ofBranch} and ${duties.fromAt} <= now() and now() < ${duties.toAt}))`
