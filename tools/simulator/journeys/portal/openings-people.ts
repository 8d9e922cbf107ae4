import en from '../../../../web/src/i18n/en.json' with { type: 'json' }
import { ANY, button, inSection, menu, type Openings, ownMenu } from './opening.ts'

/** A name of documentation, which no server has. */
export const HOOK_URL = 'https://hooks.example.org/carewatch'

/** The dialogs about companies, branches and people. */
export const openingsOfPeople: readonly Openings[] = [
  [
    '/admin/companies',
    [
      { dialog: 'changePassword', title: 'password.change', press: ownMenu('password.change') },
      { dialog: 'changeLanguage', title: 'language.title', press: ownMenu('language.title') },
      { dialog: 'addCompanyPopover', title: 'companies.dialog', press: button('companies.add') },
      {
        dialog: 'addCompanyPopover',
        title: 'companies.dialog',
        about: 'Golden Age Care',
        press: menu('Golden Age Care', 'action.edit'),
      },
    ],
  ],
  [
    '/admin/company/$company',
    [
      {
        dialog: 'salesDashboardPopover',
        title: 'menu.sales',
        about: 'Golden Age Care',
        press: button('menu.sales'),
      },
      {
        dialog: 'companyLimits',
        title: 'companies.limits',
        about: 'Golden Age Care',
        press: inSection('companies.limits', 'action.edit'),
      },
      {
        dialog: 'houseRoutine',
        title: 'routine.title',
        about: 'Golden Age Care',
        press: inSection('routine.title', 'action.edit'),
      },
      {
        dialog: 'editChain',
        title: 'escalation.edit',
        about: en['escalation.family.EMERGENCY'],
        press: inSection('escalation.title', 'action.edit'),
      },
      {
        dialog: 'addDevicePopover',
        title: 'devices.add',
        about: 'Golden Age Care',
        press: button('devices.add'),
      },
    ],
  ],
  [
    '/admin/branches',
    [
      { dialog: 'addBranchPopover', title: 'branches.dialog', press: button('branches.add') },
      {
        dialog: 'addBranchPopover',
        title: 'branches.dialog',
        about: 'Jaffa Homes',
        press: menu('Jaffa Homes', 'action.edit'),
      },
    ],
  ],
  [
    '/admin/branch/$branch',
    [
      {
        dialog: 'addBranchPopover',
        title: 'branches.dialog',
        about: /./,
        press: inSection('branches.about', 'action.edit'),
      },
      {
        dialog: 'placeRooms',
        title: 'plan.place',
        about: /./,
        press: inSection('plan.title', 'plan.place'),
      },
      {
        dialog: 'branchLimits',
        title: 'companies.limits',
        about: /./,
        press: inSection('companies.limits', 'action.edit'),
      },
      {
        dialog: 'houseRoutine',
        title: 'routine.title',
        about: /./,
        press: inSection('routine.title', 'action.edit'),
      },
      { dialog: 'addDevicePopover', title: 'devices.add', about: /./, press: button('devices.add') },
      { dialog: 'addDuty', title: 'duty.add', about: /./, press: button('duty.add') },
      { dialog: 'handOverDuty', title: 'duty.handOver', about: /./, press: menu(ANY, 'duty.handOver') },
    ],
  ],
  [
    '/admin/users?search=Daniel',
    [
      { dialog: 'addUser', title: 'users.add', press: button('users.add') },
      { dialog: 'editPerson', title: 'person.edit', about: 'Daniel Levi', press: menu(ANY, 'action.edit') },
      {
        dialog: 'changeSupervisor',
        title: 'users.changeSupervisor',
        about: 'Daniel Levi',
        press: menu(ANY, 'users.changeSupervisor'),
      },
    ],
  ],
  [
    '/user/detail/$person',
    [
      { dialog: 'editPerson', title: 'person.edit', about: 'Daniel Levi', press: button('action.edit') },
      {
        dialog: 'setPassword',
        title: 'person.setPassword',
        about: 'Daniel Levi',
        press: button('person.setPassword'),
      },
      { dialog: 'erasePerson', title: 'person.erase', about: 'Daniel Levi', press: button('person.erase') },
      {
        dialog: 'addDevicesToUser',
        title: 'addDevicesToUser.title',
        about: 'Daniel Levi',
        press: button('person.addDevices'),
      },
      {
        dialog: 'addDevicePopover',
        title: 'devices.add',
        about: 'Daniel Levi',
        press: button('person.newDevice'),
      },
    ],
  ],
  [
    '/admin/api-keys?companyUuid=$company',
    [
      { dialog: 'newApiKey', title: 'apiKeys.add', press: button('apiKeys.add') },
      {
        dialog: 'rotateApiKey',
        title: 'apiKeys.rotate',
        about: 'Ward system',
        press: menu('Ward system', 'apiKeys.rotate'),
      },
      {
        dialog: 'connectKey',
        title: 'apiKeys.connect',
        about: 'Ward system',
        press: menu('Ward system', 'apiKeys.connect'),
      },
      {
        dialog: 'setPublicKeys',
        title: 'apiKeys.publicKeys',
        about: 'Ward system',
        press: menu('Ward system', 'apiKeys.publicKeys'),
      },
    ],
  ],
  [
    '/admin/webhooks?companyUuid=$company',
    [
      { dialog: 'newWebhook', title: 'webhooks.add', press: button('webhooks.add') },
      {
        dialog: 'editWebhook',
        title: 'webhooks.edit',
        about: new URL(HOOK_URL).hostname,
        press: menu(HOOK_URL, 'webhooks.edit'),
      },
      {
        dialog: 'replayWebhook',
        title: 'webhooks.replayFrom',
        press: menu(HOOK_URL, 'webhooks.replayFrom'),
      },
      { dialog: 'rotateWebhook', title: 'apiKeys.rotate', press: menu(HOOK_URL, 'apiKeys.rotate') },
      {
        dialog: 'webhookDeliveries',
        title: 'webhooks.deliveries',
        press: menu(HOOK_URL, 'webhooks.deliveries'),
      },
    ],
  ],
  ['/people', [{ dialog: 'newWearer', title: 'wearers.add', press: button('wearers.add') }]],
  [
    '/people/$wearer',
    [
      {
        dialog: 'editWearer',
        title: 'wearer.edit',
        about: 'Miriam Levi',
        press: inSection('person.about', 'action.edit'),
      },
      { dialog: 'editRoutine', title: 'routine.title', about: 'Miriam Levi', press: button('routine.edit') },
      { dialog: 'changeStay', title: 'wearer.leaves', about: 'Miriam Levi', press: button('wearer.leaves') },
      { dialog: 'assignWatch', title: 'wearer.assign', about: 'Miriam Levi', press: button('wearer.assign') },
      {
        dialog: 'handOverWatch',
        title: 'wearer.handOver',
        about: 'Watch 01',
        press: menu('Watch 01', 'wearer.handOver'),
      },
      {
        dialog: 'takeBackWatch',
        title: 'wearer.takeBack',
        about: 'Watch 01',
        press: menu('Watch 01', 'wearer.takeBack'),
      },
    ],
  ],
  [
    '/user/detail/currentUser',
    [
      { dialog: 'setUpTwoStep', title: 'twoStep.setUp', press: button('twoStep.setUp') },
      { dialog: 'changeEmail', title: 'newEmail.change', press: button('newEmail.change') },
      { dialog: 'newLink', title: 'links.title', press: inSection('links.title', 'links.make') },
    ],
  ],
]
