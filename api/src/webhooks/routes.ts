import * as contract from '@carewatch/contracts/http/webhooks'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { deleteWebhook, pauseWebhook, resumeWebhook, rotateWebhook, updateWebhook } from './change.ts'
import { listDeliveries, replay, sendTest } from './deliveries.ts'
import { listWebhooks } from './list.ts'
import { newWebhook } from './new.ts'
import type { Networks } from './receiver/networks.ts'

export function webhookRoutes(serve: Serve, services: Services, own: Networks): void {
  const { db } = services
  const here = { ...services, own }
  serve(contract.allWebhooks, (asked, viewer) => listWebhooks(db, viewer, asked))
  serve(contract.newWebhook, ({ body }, caller) => newWebhook(here, caller, body))
  serve(contract.updateWebhook, (asked, caller) => updateWebhook(here, caller, asked))
  serve(contract.rotateWebhook, (asked, caller) => rotateWebhook(services, caller, asked))
  serve(contract.pauseWebhook, ({ params }, caller) => pauseWebhook(db, caller, params.uuid))
  serve(contract.resumeWebhook, ({ params }, caller) => resumeWebhook(db, caller, params.uuid))
  serve(contract.deleteWebhook, ({ params }, caller) => deleteWebhook(db, caller, params.uuid))
  serve(contract.testWebhook, ({ params }, caller) => sendTest(db, caller, params.uuid))
  serve(contract.webhookDeliveries, (asked, viewer) => listDeliveries(db, viewer, asked))
  serve(contract.replayWebhook, (asked, caller) => replay(db, caller, asked))
}
