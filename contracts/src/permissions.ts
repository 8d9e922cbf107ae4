import { type Role, roles } from './roles.ts'

const managers = ['ADMIN', 'MANAGER'] as const
const carers = [...managers, 'SUPERVISOR'] as const
const monitors = ['MONITOR', 'BRANCH_MONITOR', 'COMPANY_MONITOR'] as const
const staff = [...carers, ...monitors] as const

/** Which roles may ask for what at all; whose rows they then see is decided by their scope, in the api's `access/visible.ts`. */
export const permissions = {
  anything: roles,
  seeDevices: [...staff, 'OWNER', 'RELATIVE'],
  manageDevices: managers,
  /** An owner changes only the name, the picture and the home location. */
  updateDevices: [...carers, 'OWNER'],
  configureDevices: [...carers, 'OWNER'],
  commandDevices: [...staff, 'OWNER', 'RELATIVE'],
  /** People under care; their supervisor and their owner change what is theirs to know. */
  manageWearers: managers,
  changeWearers: [...carers, 'OWNER'],
  /** Whoever answers an alarm reads what has to be known of the person: monitors while one is open, relatives where the owner says so. */
  seeCare: [...staff, 'OWNER', 'RELATIVE'],
  /** What a family calls somebody. */
  nameWearers: ['OWNER', 'RELATIVE'],
  /** Who wears which watch. */
  assignDevices: [...carers, 'OWNER'],
  /** What was nobody's, or another's, becomes somebody's by it. */
  backdateAssignments: carers,
  manageCredentials: managers,
  /** Many rows at once, from a file. */
  importRows: managers,
  seeRejectedMessages: carers,
  /** With their bytes, which hold whatever the device measured and where it was. */
  seeUnreadMessages: ['ADMIN'],
  seeUnregisteredDevices: ['ADMIN'],
  /** How a device is known to be itself, and from where it connects. */
  seeIdentity: carers,
  /** Whoever holds the watch reads the code that it shows. */
  pairDevices: carers,
  manageNetworks: managers,
  /** Which model of its make a watch is: by that it is read and sent what it is sent. */
  chooseProfiles: managers,
  /** Whose a watch is that two companies want. */
  decideClaims: ['ADMIN'],
  manageRelatives: [...carers, 'OWNER'],
  /** Whoever was invited may answer, whatever their role. */
  sendInvitations: [...carers, 'OWNER'],
  /** Everybody sees at least themselves. */
  seeUsers: roles,
  createUsers: carers,
  manageUsers: managers,
  useTwoStep: staff,
  seeCompanies: staff,
  manageCompanies: ['ADMIN'],
  updateCompanies: managers,
  seeBranches: staff,
  manageBranches: managers,
  seeNotifications: [...staff, 'OWNER', 'RELATIVE'],
  seeAlarmHistory: [...staff, 'OWNER'],
  /** Owners: of whom they are responsible for. */
  seeIncidentFiles: [...staff, 'OWNER'],
  seeAlarmFigures: staff,
  /** To themselves, of what they see when it is sent. */
  mailFigures: managers,
  /** What a branch shows an inspector of a month. */
  seeMonthlyPacks: managers,
  answerAlarms: [...staff, 'OWNER', 'RELATIVE'],
  /** Whoever comes to whom the house looks after. */
  attendBedside: staff,
  /** Whom alarms reach, and when. */
  seeEscalation: staff,
  manageEscalation: managers,
  seeDuties: staff,
  manageDuties: carers,
  seeTasks: staff,
  changeTasks: staff,
  deleteTasks: managers,
  seeSales: managers,
  /** Owners and relatives: of GATEWAY type only, and only the rooms of their devices. */
  seeRooms: [...staff, 'OWNER', 'RELATIVE'],
  manageRooms: managers,
  answerRoomAlerts: staff,
  decideOnboarding: carers,
  search: staff,
  exportFacts: [...staff, 'OWNER', 'RELATIVE'],
  /** Of all people in sight at once: partners' programs, and who looks after a house. */
  exportInBulk: ['MANAGER', 'SUPERVISOR'],
  eraseUsers: managers,
  simulate: ['ADMIN'],
  /** The products and articles that anyone may read. */
  editCatalogue: ['ADMIN'],
  seeAudit: managers,
  /** What a partner's program may do in the company's name. */
  manageApiKeys: managers,
  /** Programs of one's own: the staff a calendar of duties, owners their Home Assistant. */
  haveLinks: [...staff, 'OWNER'],
  linkHome: ['OWNER'],
  /** What happened in one company: a key looks as a manager of it, or as a nurse. */
  followEvents: ['MANAGER', 'SUPERVISOR'],
  /** Who looked at one's own data. */
  seeViewings: [...carers, 'OWNER'],
} as const satisfies Record<string, readonly Role[]>

/** Which roles each role may give to somebody. */
export const givableRoles: Partial<Record<Role, readonly Role[]>> = {
  ADMIN: roles,
  MANAGER: roles.filter((role) => role !== 'ADMIN' && role !== 'MANAGER'),
  SUPERVISOR: ['OWNER', 'RELATIVE', 'USER'],
}
