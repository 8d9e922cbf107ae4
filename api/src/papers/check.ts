import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { checkIncidentFile as contract } from '@carewatch/contracts/http/incident-files'
import { MonthlyPack } from '@carewatch/contracts/http/monthly-packs'
import { ShiftSheet } from '@carewatch/contracts/http/shift-sheet'
import { permissions } from '@carewatch/contracts/permissions'
import { branchPapers } from '@carewatch/migrations/schema/branch-papers'
import { branches } from '@carewatch/migrations/schema/people'
import { wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, inArray } from 'drizzle-orm'
import { audit, type Trace } from '../access/audit.ts'
import { nameBy } from '../access/name-of.ts'
import { type Caller, fullName } from '../access/viewer.ts'
import { branchesEver } from '../access/visible.ts'
import { isAmong } from '../http/among.ts'
import { knownZone } from '../http/zone.ts'
import { findingOf, isTraced } from './finding.ts'
import { factsOf, type Paper, toIssued } from './keep.ts'
import { paperOf } from './seal.ts'

/** Which kinds a role sees; whoever sees no branch sees none of them. */
const kindsFor = ({ role }: Caller): Paper['kind'][] =>
  permissions.seeMonthlyPacks.some((one) => one === role) ? ['MONTHLY_PACK', 'SHIFT_SHEET'] : ['SHIFT_SHEET']

/** Everybody whom a paper that is shown names was looked at. */
async function traceShown(db: Db, caller: Caller, { paper, trace }: { paper: Paper; trace: Trace }) {
  const named = await db
    .select({ uuid: wearers.uuid })
    .from(wearers)
    .where(isAmong(wearers.id, paper.wearerIds))
  for (const { uuid } of named) await audit(db, caller, { ...trace, entity: 'wearer', uuid })
}

/** Whether a paper of a branch is what was handed out, as of the file of an incident; undefined: none of this number is for whoever asks. */
export async function checkPaper(
  db: Db,
  caller: Caller,
  { body: { number, hash } }: Input<typeof contract>,
): Promise<Reply<typeof contract> | undefined> {
  const [row] = await db
    .select({
      paper: branchPapers,
      by: nameBy(branchPapers.issuedById),
      branch: { uuid: branches.uuid, zone: branches.timeZone },
    })
    .from(branchPapers)
    .innerJoin(branches, eq(branches.id, branchPapers.branchId))
    .where(
      and(
        eq(branchPapers.number, number),
        inArray(branchPapers.kind, kindsFor(caller)),
        branchesEver(caller),
      ),
    )
  if (!row) return undefined
  const { paper, by, branch } = row
  const isWritten = await isTraced(db, { entity: 'branch', uuid: branch.uuid }, paper)
  const finding = findingOf(paper, isWritten, hash)
  const detail = { facts: factsOf[paper.kind], number, finding }
  const trace: Trace = {
    action: 'viewed',
    entity: 'branch',
    uuid: branch.uuid,
    companyId: paper.companyId,
    detail,
  }
  await audit(db, caller, trace)
  const isShown = finding === 'UNCHANGED'
  if (isShown) await traceShown(db, caller, { paper, trace })
  return {
    finding,
    issued: toIssued(paper, by && fullName(by)),
    incidentUuid: null,
    zone: knownZone(branch.zone),
    file: null,
    sheet: isShown && paper.kind === 'SHIFT_SHEET' ? (paperOf(ShiftSheet, paper.content) ?? null) : null,
    pack: isShown && paper.kind === 'MONTHLY_PACK' ? (paperOf(MonthlyPack, paper.content) ?? null) : null,
  }
}
