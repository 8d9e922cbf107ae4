import type { ChainFamily } from '@carewatch/contracts/escalation'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { wearerCare } from '@carewatch/contracts/http/wearers'
import type { startFleetJob } from '@carewatch/contracts/http/fleet-jobs'
import type { UnknownBeacon } from '@carewatch/contracts/http/gateways-and-beacons'
import type { Product } from '@carewatch/contracts/http/products'
import type { Webhook } from '@carewatch/contracts/http/webhooks'
import type { Relative } from '@carewatch/contracts/http/relatives'
import type { Notification } from '@carewatch/contracts/notifications'
import type { PersonalLinkKind } from '@carewatch/contracts/personal-links'
import type { WearerSummary } from '@carewatch/contracts/wearers'
import type { BeaconType } from '@carewatch/contracts/rooms'

type Care = Reply<typeof wearerCare>
type Named = { uuid: string; name: string }

/** Every dialog by its name, and what opening it takes. */
export type DialogProps = {
  changePassword: Record<never, never>
  changeEmail: Record<never, never>
  leaveCompany: Record<never, never>
  addCompanyPopover: { uuid?: string }
  addUser: Record<never, never>
  /** Left out: of one's own company. */
  newApiKey: { companyUuid?: string }
  rotateApiKey: { apiKey: Named }
  connectKey: { apiKey: Named & { prefix: string; companyUuid: string; isLive: boolean } }
  setPublicKeys: { apiKey: Named & { prefix: string } }
  /** Left out: of one's own company. */
  newWebhook: { companyUuid?: string }
  editWebhook: { webhook: Webhook }
  replayWebhook: { uuid: string }
  rotateWebhook: { uuid: string }
  webhookDeliveries: { uuid: string }
  changeSupervisor: { uuid: string }
  /** Of the alarm itself; `notification`: for whoever may answer it and not read its history. */
  alarm: { uuid: string; notifications?: readonly [Notification, ...Notification[]] }
  editPerson: { uuid: string }
  setPassword: { uuid: string }
  erasePerson: { uuid: string }
  setUpTwoStep: Record<never, never>
  /** Left out: all but the one in use. */
  endSignIn: { session?: { uuid: string; machine: string | null } }
  endTwoStep: Record<never, never>
  addPasskey: Record<never, never>
  removePasskey: { passkey: Named }
  /** `isAgain`: in place of one that there is. */
  newLink: { kind: PersonalLinkKind; isAgain: boolean }
  newWearer: Record<never, never>
  editWearer: { uuid: string }
  assignWatch: { uuid: string }
  /** `uuid`: of the person who wears it now. */
  handOverWatch: { uuid: string; device: Named }
  takeBackWatch: { uuid: string; device: Named }
  changeStay: { uuid: string }
  editRoutine: { uuid: string; name: string }
  editCare: { uuid: string; care: Care; onSaved: (care: Care) => void }
  addBranchPopover: { uuid?: string }
  companyLimits: { uuid: string }
  branchLimits: { uuid: string }
  placeRooms: { branch: Named }
  houseRoutine: { uuid: string; of: 'branch' | 'company' }
  editChain: { companyUuid: string; branchUuid?: string; family: ChainFamily }
  /** What the viewer calls somebody they are related to. */
  nickname: { wearer: WearerSummary }
  addDuty: { branch: Named & { timeZone: string } }
  handOverDuty: { branch: Named & { timeZone: string }; duty: { uuid: string; user: Named } }
  changeLanguage: Record<never, never>
  editProduct: { product?: Product }
  editArticle: { uuid?: string }
  onboardingRequest: { uuid: string }
  sendSetupLink: { device?: { uuid: string; name: string } }
  /** `format`: the format that its messages had. */
  addDevice: { imei?: string; format?: string | null }
  seenDevices: Record<never, never>
  unreadMessages: { id: number; device?: string | undefined }
  disputedWatches: Record<never, never>
  importDevices: Record<never, never>
  addDevicePopover: { company?: Named; branch?: Named; owner?: Named }
  editDevice: { uuid: string }
  connectDevice: { uuid: string }
  changeOwner: { uuid: string }
  /** Asked for by the list; without: what was done before. */
  fleetWork: {
    ask?: {
      kind: 'ACTIVATE' | 'DEACTIVATE' | 'MOVE' | 'INTERVAL' | 'MEASURE' | 'LOCATE'
      which: Input<typeof startFleetJob>['body']['which']
      total: number
    }
  }
  cloneDevices: { uuid: string }
  /** `uuid`: of the person. */
  addDevicesToUser: { uuid: string }
  addRelative: { deviceUUID: string; relative?: Relative }
  deviceCredentials: { uuid: string }
  pairWatch: { uuid: string }
  chooseProfile: { uuid: string }
  showConfigPopover: { uuid: string }
  sendSettings: { uuid: string }
  showDeviceMonitoring: { uuid: string }
  showOverviewPopover: { uuid: string }
  showLocationPopover: { uuid: string }
  addBLTRoom: { uuid?: string }
  markAlertsDoneForm: { room: string }
  /** `sighted`: a beacon that is not registered yet, and as what it is to be. */
  addBLTEntity: { type: 'GATEWAY' | 'BEACON'; mac?: string; sighted?: UnknownBeacon; as?: BeaconType }
  unknownBeacons: Record<never, never>
  configureBLTEntity: { mac: string }
  sendConfigToGateway: { mac: string }
  gatewayCredentials: { uuid: string; name: string }
  entityDetails: { mac: string }
  addTask: Record<never, never>
  taskDetails: { uuid: string }
  assignTask: { uuid: string }
  salesDashboardPopover: { company?: Named; branch?: Named }
}
export type DialogName = keyof DialogProps
