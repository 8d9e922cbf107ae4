import * as dashboard from '@carewatch/contracts/http/task-dashboard'
import * as contract from '@carewatch/contracts/http/tasks'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { createTask } from './create.ts'
import { readTaskDashboard } from './dashboard.ts'
import { deleteTask } from './delete.ts'
import { readTask } from './detail.ts'
import { listTasks } from './list.ts'
import { listTasksOfDevice, listTasksOfUser } from './list-of.ts'
import { changeTask } from './update.ts'

export function taskRoutes(serve: Serve, services: Services): void {
  const { db } = services
  serve(contract.allTasks, (asked, viewer) => listTasks(db, viewer, asked))
  serve(contract.tasksOfDevice, (asked, viewer) => listTasksOfDevice(db, viewer, asked))
  serve(contract.tasksOfUser, (asked, viewer) => listTasksOfUser(db, viewer, asked))
  serve(dashboard.taskDashboard, (asked, viewer) => readTaskDashboard(db, viewer, asked))
  serve(contract.taskDetail, ({ params }, viewer) => readTask(db, viewer, params.uuid))
  serve(contract.newTask, (asked, viewer) => createTask(services, viewer, asked))
  serve(contract.updateTask, (asked, viewer) => changeTask(services, viewer, asked))
  serve(contract.deleteTask, ({ params }, viewer) => deleteTask(services, viewer, params.uuid))
}
