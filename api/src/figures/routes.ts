import * as contract from '@carewatch/contracts/http/alarm-figures'
import * as mails from '@carewatch/contracts/http/figure-mails'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { readFigureCases } from './cases.ts'
import { changeFigureMail, readFigureMail } from './mails/change.ts'
import { readAlarmFigures } from './read.ts'

export function figureRoutes(serve: Serve, services: Services): void {
  serve(contract.alarmFigureCases, (asked, viewer) => readFigureCases(services.db, viewer, asked))
  serve(contract.alarmFigures, (asked, viewer) => readAlarmFigures(services, viewer, asked))
  serve(mails.figureMail, (_, viewer) => readFigureMail(services, viewer))
  serve(mails.changeFigureMail, (asked, caller) => changeFigureMail(services, caller, asked))
}
