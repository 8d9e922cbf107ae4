import * as contract from '@carewatch/contracts/http/routines'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { checkIn, readOwnCheckIn } from './check-in.ts'
import { setOwnAccount } from './own-account.ts'
import { tryOfBranch, tryOfCompany } from './try-house.ts'
import { tryCheckIn, tryRoutine } from './try.ts'
import { readRoutine, updateRoutine } from './routine.ts'

export function routineRoutes(serve: Serve, services: Services): void {
  const { db } = services
  serve(contract.tryRoutine, (asked, caller) => tryRoutine(services, caller, asked))
  serve(contract.tryCheckIn, (asked, caller) => tryCheckIn(services, caller, asked))
  serve(contract.tryBranchRoutine, (asked, caller) => tryOfBranch(services, caller, asked))
  serve(contract.tryCompanyRoutine, (asked, caller) => tryOfCompany(services, caller, asked))
  serve(contract.ownCheckIn, (_, viewer) => readOwnCheckIn(db, viewer))
  serve(contract.checkIn, (_, caller) => checkIn(db, caller))
  serve(contract.setOwnAccount, (asked, caller) => setOwnAccount(db, caller, asked))
  serve(contract.wearerRoutine, (asked, viewer) => readRoutine(db, viewer, asked))
  serve(contract.updateWearerRoutine, (asked, caller) => updateRoutine(db, caller, asked))
}
