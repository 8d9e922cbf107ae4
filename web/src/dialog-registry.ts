import type { Dialog } from './dialogs/dialog.ts'
import type { DialogName, DialogProps } from './dialogs/names.ts'

/** Where each dialog is; it is loaded when it is opened first. */
export const registry: { [Name in DialogName]: () => Promise<Dialog<DialogProps[Name]>> } = {
  changePassword: async () => (await import('./features/account/ChangePasswordDialog.tsx')).changePassword,
  changeEmail: async () => (await import('./features/account/ChangeEmailDialog.tsx')).changeEmail,
  addCompanyPopover: async () =>
    (await import('./features/companies/AddCompanyDialog.tsx')).addCompanyPopover,
  addUser: async () => (await import('./features/users/AddUserDialog.tsx')).addUser,
  changeSupervisor: async () =>
    (await import('./features/users/ChangeSupervisorDialog.tsx')).changeSupervisor,
  alarm: async () => (await import('./features/alarm/AlarmDialog.tsx')).alarm,
  editPerson: async () => (await import('./features/person/EditPersonDialog.tsx')).editPerson,
  setPassword: async () => (await import('./features/person/SetPasswordDialog.tsx')).setPassword,
  erasePerson: async () => (await import('./features/person/ErasePersonDialog.tsx')).erasePerson,
  setUpTwoStep: async () => (await import('./features/person/SetUpTwoStepDialog.tsx')).setUpTwoStep,
  endTwoStep: async () => (await import('./features/person/EndTwoStepDialog.tsx')).endTwoStep,
  newWearer: async () => (await import('./features/wearers/NewWearerDialog.tsx')).newWearer,
  editWearer: async () => (await import('./features/wearers/EditWearerDialog.tsx')).editWearer,
  assignWatch: async () => (await import('./features/wearers/AssignDialog.tsx')).assignWatch,
  handOverWatch: async () => (await import('./features/wearers/HandOverWatchDialog.tsx')).handOverWatch,
  takeBackWatch: async () => (await import('./features/wearers/TakeBackDialog.tsx')).takeBackWatch,
  changeStay: async () => (await import('./features/wearers/StayDialog.tsx')).changeStay,
  editCare: async () => (await import('./features/wearers/EditCareDialog.tsx')).editCare,
  addBranchPopover: async () => (await import('./features/branches/AddBranchDialog.tsx')).addBranchPopover,
  companyLimits: async () => (await import('./features/companies/LimitsDialog.tsx')).companyLimits,
  editProduct: async () => (await import('./features/products/EditProductDialog.tsx')).editProduct,
  onboardingRequest: async () => (await import('./features/onboarding/RequestDialog.tsx')).onboardingRequest,
  sendSetupLink: async () => (await import('./features/onboarding/SendLinkDialog.tsx')).sendSetupLink,
  editArticle: async () => (await import('./features/learning/EditArticleDialog.tsx')).editArticle,
  editChain: async () => (await import('./features/escalation/EditChainDialog.tsx')).editChain,
  nickname: async () => (await import('./features/overview/NicknameDialog.tsx')).nickname,
  addDuty: async () => (await import('./features/duty/AddDutyDialog.tsx')).addDuty,
  handOverDuty: async () => (await import('./features/duty/HandOverDialog.tsx')).handOverDuty,
  changeLanguage: async () => (await import('./features/account/ChangeLanguageDialog.tsx')).changeLanguage,
  addDevice: async () => (await import('./features/devices/AddDeviceDialog.tsx')).addDevice,
  seenDevices: async () => (await import('./features/devices/SeenDevicesDialog.tsx')).seenDevices,
  importDevices: async () => (await import('./features/devices/ImportDialog.tsx')).importDevices,
  addDevicePopover: async () => (await import('./features/devices/AddDeviceDialog.tsx')).addDevicePopover,
  editDevice: async () => (await import('./features/devices/EditDeviceDialog.tsx')).editDevice,
  changeOwner: async () => (await import('./features/devices/ChangeOwnerDialog.tsx')).changeOwner,
  cloneDevices: async () => (await import('./features/devices/CloneDialog.tsx')).cloneDevices,
  addDevicesToUser: async () =>
    (await import('./features/devices/AddDevicesToUserDialog.tsx')).addDevicesToUser,
  addRelative: async () => (await import('./features/relatives/RelativeDialog.tsx')).addRelative,
  deviceCredentials: async () => (await import('./features/device/CredentialsDialog.tsx')).deviceCredentials,
  showConfigPopover: async () => (await import('./features/settings/SettingsDialog.tsx')).showConfigPopover,
  sendSettings: async () => (await import('./features/settings/SettingsDialog.tsx')).sendSettings,
  showDeviceMonitoring: async () => (await import('./features/device/GraphDialog.tsx')).showDeviceMonitoring,
  showLocationPopover: async () =>
    (await import('./features/location/LocationDialog.tsx')).showLocationPopover,
  showOverviewPopover: async () => (await import('./features/device/VitalsDialog.tsx')).showOverviewPopover,
  addBLTRoom: async () => (await import('./features/rooms/RoomDialog.tsx')).addBLTRoom,
  markAlertsDoneForm: async () => (await import('./features/rooms/MarkDoneDialog.tsx')).markAlertsDoneForm,
  unknownBeacons: async () => (await import('./features/beacons/UnknownBeaconsDialog.tsx')).unknownBeacons,
  addBLTEntity: async () => (await import('./features/gateways/EntityDialog.tsx')).addBLTEntity,
  configureBLTEntity: async () =>
    (await import('./features/gateways/ConfigureDialog.tsx')).configureBLTEntity,
  sendConfigToGateway: async () =>
    (await import('./features/gateways/SendConfigDialog.tsx')).sendConfigToGateway,
  gatewayCredentials: async () =>
    (await import('./features/gateways/GatewayCredentialsDialog.tsx')).gatewayCredentials,
  entityDetails: async () => (await import('./features/gateways/DetailsDialog.tsx')).entityDetails,
  addTask: async () => (await import('./features/tasks/AddTaskDialog.tsx')).addTask,
  taskDetails: async () => (await import('./features/tasks/TaskDialog.tsx')).taskDetails,
  assignTask: async () => (await import('./features/tasks/AssignDialog.tsx')).assignTask,
  salesDashboardPopover: async () => (await import('./features/sales/SalesDialog.tsx')).salesDashboardPopover,
}
