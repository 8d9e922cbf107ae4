import * as contract from '@carewatch/contracts/http/tasks'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { listTasks } from './list.ts'
import { changeTask } from './update.ts'

export function taskRoutes(serve: Serve, services: Services): void {
  serve(contract.allTasks, (asked, viewer) => listTasks(services.db, viewer, asked))
  serve(contract.updateTask, (asked, viewer) => changeTask(services, viewer, asked))
}
