import * as contract from '@carewatch/contracts/http/devices'
import * as commandContract from '@carewatch/contracts/http/device-commands'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { getDeviceDetail } from './detail.ts'
import { listCommands } from './list-commands.ts'
import { listDevices, listOwnedDevices } from './list-devices.ts'
import { registerDevice } from './register.ts'
import { listRejectedMessages } from './rejected.ts'
import { rotateCredentials } from './rotate-credentials.ts'
import { tellDevice } from './tell.ts'
import { listUnregistered } from './unregistered.ts'

export function deviceRoutes(serve: Serve, { db }: Services): void {
  serve(contract.allDevices, ({ query }, viewer) => listDevices(db, viewer, query))
  serve(contract.ownedDevices, ({ query }, viewer) => listOwnedDevices(db, viewer, query))
  serve(contract.deviceDetail, ({ params }, viewer) => getDeviceDetail(db, viewer, params.uuid))
  serve(contract.newDevice, ({ body }, viewer) => registerDevice(db, viewer, body))
  serve(contract.rotateCredentials, ({ params }, viewer) => rotateCredentials(db, viewer, params.uuid))
  serve(contract.rejectedMessages, ({ params, query }, viewer) =>
    listRejectedMessages(db, viewer, { ...query, ...params }),
  )
  serve(contract.unregisteredDevices, ({ query }) => listUnregistered(db, query))
}

export function deviceCommandRoutes(serve: Serve, { db }: Services): void {
  serve(commandContract.panicMode, ({ body: { deviceUUID, on } }, caller) =>
    tellDevice(db, caller, { deviceUUID, kind: on ? 'PANIC_ON' : 'PANIC_OFF' }),
  )
  serve(commandContract.sendSignal, ({ body }, caller) => tellDevice(db, caller, body))
  serve(commandContract.deviceCommands, (asked, viewer) => listCommands(db, viewer, asked))
}
