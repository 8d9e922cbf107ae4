import * as changes from '@carewatch/contracts/http/device-changes'
import * as claims from '@carewatch/contracts/http/device-claims'
import * as commands from '@carewatch/contracts/http/device-commands'
import { deviceFacets } from '@carewatch/contracts/http/device-facets'
import * as fleet from '@carewatch/contracts/http/fleet-jobs'
import { importDevices as importContract } from '@carewatch/contracts/http/device-import'
import * as identity from '@carewatch/contracts/http/device-identity'
import * as profile from '@carewatch/contracts/http/device-profile'
import * as setUp from '@carewatch/contracts/http/device-set-up'
import * as settings from '@carewatch/contracts/http/device-settings'
import * as contract from '@carewatch/contracts/http/devices'
import * as unread from '@carewatch/contracts/http/unread-messages'
import { allModels } from '@carewatch/contracts/http/models'
import { publishingEnded } from '../alarms/publish-ended.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { changeStatus, setSold } from './change.ts'
import { deviceChoices } from './choices.ts'
import { decideClaim } from './claims/decide-claim.ts'
import { listClaims } from './claims/list-claims.ts'
import { cloneDevices } from './clone.ts'
import { configureDevice } from './settings/configure.ts'
import { deleteDevice } from './delete.ts'
import { chooseProfile, getProfile } from './profile/profile.ts'
import { getDeviceDetail } from './detail.ts'
import { findDevice } from './find.ts'
import { listJobs, startJob, stopJob, undoJob } from './fleet/jobs.ts'
import { countFacets } from './fleet/count-facets.ts'
import { changeNetwork } from './identity/change-network.ts'
import { getIdentity } from './identity/identity.ts'
import { confirmPairing, pairDevice } from './identity/pair.ts'
import { importDevices } from './import/import.ts'
import { listCommands } from './commands/list-commands.ts'
import { listDevices, listDevicesOwnedBy, listOwnedDevices } from './list-devices.ts'
import { listModels } from './models/models.ts'
import { changeOwner, deleteOwner } from './owner.ts'
import { registerDevice } from './register.ts'
import { listRejectedMessages } from './rejected.ts'
import { resetDevice } from './reset.ts'
import { rotateCredentials } from './rotate-credentials.ts'
import { getSetUp } from './set-up/state.ts'
import { sendSetUpSms } from './set-up/send.ts'
import { settingsHistory } from './settings/history.ts'
import { settingsState } from './settings/state.ts'
import { sendToDevice } from './commands/send.ts'
import { listUnreadGroups } from './unread/groups.ts'
import { listUnreadMessages } from './unread/messages.ts'
import { countReadable } from './unread/readable.ts'
import { listUnregistered } from './unregistered.ts'
import { updateDevice } from './update.ts'
import { getVisibleDevice } from '../access/visible-device.ts'

export function deviceRoutes(serve: Serve, services: Services): void {
  const { db } = services
  serve(contract.allDevices, ({ query }, viewer) => listDevices(db, viewer, query))
  serve(deviceFacets, (asked, viewer) => countFacets(db, viewer, asked))
  serve(contract.ownedDevices, ({ query }, viewer) => listOwnedDevices(db, viewer, query))
  serve(contract.devicesOwnedBy, ({ params, query }, viewer) =>
    listDevicesOwnedBy(db, viewer, { ...query, ...params }),
  )
  serve(contract.deviceDetail, ({ params }, viewer) => getDeviceDetail(db, viewer, params.uuid))
  serve(contract.newDevice, ({ body }, caller) => registerDevice(services, caller, body))
  serve(contract.rotateCredentials, ({ params }, caller) => rotateCredentials(db, caller, params.uuid))
  serve(contract.rejectedMessages, ({ params, query }, viewer) =>
    listRejectedMessages(db, viewer, { ...query, ...params }),
  )
  serve(unread.unreadGroups, ({ query }, viewer) => listUnreadGroups(db, viewer, query))
  serve(unread.unreadMessages, ({ params, query }, viewer) =>
    listUnreadMessages(db, viewer, { ...query, ...params }),
  )
  serve(unread.unreadReadable, ({ params }, viewer) => countReadable(db, viewer, params))
  serve(contract.unregisteredDevices, ({ query }) => listUnregistered(db, query))
  serve(allModels, (asked) => listModels(db, asked))
}

export function deviceIdentityRoutes(serve: Serve, services: Services): void {
  const { db } = services
  serve(identity.deviceIdentity, ({ params }, viewer) => getIdentity(db, viewer, params.uuid))
  serve(identity.pairDevice, ({ params }, caller) => pairDevice(db, caller, params.uuid))
  serve(identity.confirmPairing, (asked, caller) => confirmPairing(db, caller, asked))
  serve(identity.changeNetwork, (asked, caller) => changeNetwork(db, caller, asked))
  serve(profile.deviceProfile, ({ params }, viewer) => getProfile(db, viewer, params.uuid))
  serve(profile.chooseProfile, (asked, caller) => chooseProfile(db, caller, asked))
  serve(setUp.deviceSetUp, ({ params }, viewer) => getSetUp(services, viewer, params.uuid))
  serve(setUp.sendSetUpSms, ({ params, body }, caller) =>
    sendSetUpSms(services, caller, { ...params, ...body }),
  )
  serve(claims.deviceClaims, ({ query }) => listClaims(db, query))
  serve(claims.decideClaim, (asked, caller) => decideClaim(db, caller, asked))
}

export function deviceChangeRoutes(serve: Serve, services: Services): void {
  const { db } = services
  serve(changes.updateDevice, (asked, caller) =>
    publishingEnded(services, { deviceUuid: asked.params.uuid }, () => updateDevice(db, caller, asked)),
  )
  serve(importContract, ({ body }, caller) => importDevices(db, caller, body))
  serve(changes.cloneDevices, ({ body }, caller) => cloneDevices(db, caller, body))
  serve(changes.findDevice, ({ params }, caller) => findDevice(db, caller, params.imei))
  serve(changes.deviceChoices, (asked, viewer) => deviceChoices(db, viewer, asked))
  serve(changes.changeOwner, ({ body }, caller) => changeOwner(services, caller, body))
  serve(changes.deleteOwner, ({ body }, caller) => deleteOwner(db, caller, body))
  serve(changes.setSold, ({ body }, caller) => setSold(db, caller, body))
  serve(changes.resetDevice, ({ params: { uuid } }, caller) =>
    publishingEnded(services, { deviceUuid: uuid }, () => resetDevice(db, caller, uuid)),
  )
  serve(changes.deviceStatusChange, ({ body }, caller) => changeStatus(db, caller, body))
  serve(fleet.startFleetJob, ({ body }, caller) => startJob(db, caller, body))
  serve(fleet.fleetJobs, (_, caller) => listJobs(db, caller))
  serve(fleet.stopFleetJob, ({ params }, caller) => stopJob(db, caller, params.uuid))
  serve(fleet.undoFleetJob, ({ params }, caller) => undoJob(db, caller, params.uuid))
  serve(changes.deleteDevice, ({ params }, caller) => deleteDevice(db, caller, params.uuid))
}

export function deviceCommandRoutes(serve: Serve, services: Services): void {
  const { db } = services
  serve(commands.panicMode, ({ body: { deviceUUID, on } }, caller) =>
    sendToDevice(db, caller, { deviceUUID, kind: on ? 'PANIC_ON' : 'PANIC_OFF' }),
  )
  serve(commands.sendSignal, ({ body }, caller) => sendToDevice(db, caller, body))
  serve(commands.deviceCommands, (asked, viewer) => listCommands(db, viewer, asked))
  serve(settings.configureDevice, ({ body }, caller) => configureDevice(db, caller, body))
  serve(settings.deviceSettings, async ({ params }, viewer) =>
    settingsState(db, await getVisibleDevice(db, viewer, params)),
  )
  serve(settings.settingsHistory, (asked, viewer) => settingsHistory(db, viewer, asked))
}
