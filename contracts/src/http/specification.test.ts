import { expect, it } from 'vitest'
import { graphs } from '../measurements.ts'
import { endpoints } from './index.ts'

/** The calls of the specification's point 7, its places as ours. Where it states no method: reading is GET, changing POST, deleting DELETE. */
const calls = `
GET /auth/validateToken
POST /auth/login
POST /auth/register
POST /auth/sendRecoveryEmail
POST /auth/changePasswordFromLink
POST /auth/changePassword
GET /auth/role/listing
POST /user/changeLanguage
POST /user/setSMS
POST /user/resetTelegram/:
GET /admin/user/listing
GET /admin/user/detail/:
POST /admin/user/statusChange
POST /admin/user/new
POST /user/update
POST /admin/user/update/:
DELETE /admin/user/:
POST /admin/user/changeSupervisor
GET /user/getList/:
POST /admin/changePasswordByAdmin
GET /devices/all
GET /devices/owned
POST /devices/new
POST /devices/clone
GET /devices/detail/:
POST /devices/update/:
POST /devices/changeOwner
POST /devices/deleteOwner
DELETE /devices/deleteOwner
GET /devices/owned/:
POST /devices/configure
GET /devices/getList/:
POST /devices/panicMode
POST /devices/resetAll/:
POST /devices/addRelative
POST /devices/deleteRelative
POST /devices/setSold
POST /devices/sendSignal
POST /admin/device/statusChange
DELETE /admin/device/:
GET /devices/onboard/valid/:
POST /devices/onboard/submit
POST /devices/onboard/sendEmail
GET /company/all
GET /company/details/:
POST /company/new
POST /company/update/:
DELETE /company/delete/:
POST /company/statusChange
GET /branch/all
GET /branch/details/:
POST /branch/new
POST /branch/update/:
DELETE /branch/delete/:
POST /branch/statusChange
POST /relation/new
DELETE /relation/delete
GET /models/all
GET /notification/all/after/:
POST /notification/acknowledge/:
GET /readings/:/since/:
GET /readings/overview/:
GET /readings/:/heartRate/:
GET /readings/:/steps/:
GET /readings/:/sleep/:
GET /readings/:/bp/:
GET /readings/:/spo2/:
GET /readings/:/temperature/:
GET /readings/:/location/:
POST /readings/addBookmark
POST /readings/liveLocation
POST /tasks/new
POST /tasks/update/:
GET /tasks/all/:
DELETE /tasks/delete/:
GET /tasks/details/:
GET /tasks/detailsByDeviceId/:
GET /tasks/detailsByUserId/:
GET /blt/entity/all
POST /blt/entity/configure
POST /blt/configure
POST /blt/entity/sendConfigToGateway
POST /blt/sendConfigToGateway
GET /blt/entity/detail/:
GET /blt/detail/:
POST /blt/entity/gateway/new
POST /blt/gateway/new
POST /blt/entity/beacon/new
POST /blt/beacon/new
POST /blt/entity/update/:
POST /blt/update/:
DELETE /blt/entity/:
GET /blt/interaction/:/all/:
GET /blt/interaction/all/:
POST /blt/interaction/markAlertsDone
POST /blt/markAlertsDone
GET /blt/interaction/:/roomCheckLogs
GET /blt/interaction/getRoomsData
GET /blt/getRoomsData
POST /upload/file
POST /upload/uploadComplete
`
  .trim()
  .split('\n')

const served = new Set(
  endpoints
    .flatMap(({ method, path, aliases = [] }) => [
      { method, path },
      ...aliases.map((alias) => ({ method, path, ...alias })),
    ])
    .flatMap(({ method, path }) => {
      const paths = path.includes(':measurement')
        ? graphs.map((graph) => path.replace(':measurement', graph.path))
        : [path]
      return paths.map((one) => `${method} ${one.replaceAll(/:\w+/g, ':')}`)
    }),
)

it.each(calls)('%s is served', (call) => {
  expect(served).toContain(call)
})

it('no two calls share an address', () => {
  const addresses = endpoints.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, ':')}`)
  expect(addresses.toSorted()).toEqual([...new Set(addresses)].toSorted())
})
