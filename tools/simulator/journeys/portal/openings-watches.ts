import { ANY, button, menu, type Openings } from './opening.ts'

/** The dialogs about watches, rooms, tasks and what is read. */
export const openingsOfWatches: readonly Openings[] = [
  [
    '/all-products',
    [
      { dialog: 'editProduct', title: 'products.edit', press: button('action.add') },
      {
        dialog: 'editProduct',
        title: 'products.edit',
        about: 'Grip trainer',
        press: menu('Grip trainer', 'action.edit'),
      },
    ],
  ],
  [
    '/articles',
    [
      { dialog: 'editArticle', title: 'articles.edit', press: button('action.add') },
      {
        dialog: 'editArticle',
        title: 'articles.edit',
        about: 'Drinking enough',
        press: menu('Drinking enough', 'action.edit'),
      },
    ],
  ],
  [
    '/admin/unread',
    [
      {
        dialog: 'unreadMessages',
        title: 'unread.title',
        about: /./,
        press: (page) => ({ opener: page.getByRole('main').getByRole('button', { name: /APZQ/ }).first() }),
      },
    ],
  ],
  [
    '/admin/onboarding',
    [
      { dialog: 'sendSetupLink', title: 'setupLink.title', press: button('setupLink.title') },
      {
        dialog: 'onboardingRequest',
        title: 'requests.title',
        about: /./,
        press: (page) => ({ opener: page.getByRole('button', { name: 'Sara Weiss' }) }),
      },
    ],
  ],
  [
    '/admin/devices?search=Watch%2001',
    [
      { dialog: 'addDevice', title: 'devices.add', press: button('devices.add') },
      { dialog: 'seenDevices', title: 'seenDevices.title', press: button('seenDevices.title') },
      { dialog: 'disputedWatches', title: 'claims.title', press: button('claims.title') },
      { dialog: 'fleetWork', title: 'fleet.work', press: button('fleet.work') },
      { dialog: 'importDevices', title: 'importDevices.title', press: button('importDevices.title') },
      {
        dialog: 'showOverviewPopover',
        title: 'devices.vitals',
        about: 'Miriam Levi',
        press: menu('Watch 01', 'devices.vitals'),
      },
      {
        dialog: 'showDeviceMonitoring',
        title: 'menu.monitoring',
        about: 'Miriam Levi',
        press: menu('Watch 01', 'devices.graphs'),
      },
      {
        dialog: 'showLocationPopover',
        title: 'location.view.now',
        about: 'Miriam Levi',
        press: menu('Watch 01', 'location.view.now'),
      },
      {
        dialog: 'showConfigPopover',
        title: 'page.settings',
        about: 'Watch 01',
        press: menu('Watch 01', 'page.settings'),
      },
      {
        dialog: 'sendSettings',
        title: 'settings.sendTitle',
        about: 'Watch 01',
        press: menu('Watch 01', 'settings.change'),
      },
      {
        dialog: 'editDevice',
        title: 'devices.edit',
        about: 'Watch 01',
        press: menu('Watch 01', 'action.edit'),
      },
      {
        dialog: 'changeOwner',
        title: 'devices.changeOwner',
        about: 'Watch 01',
        press: menu('Watch 01', 'devices.changeOwner'),
      },
      {
        dialog: 'cloneDevices',
        title: 'clone.title',
        about: 'Watch 01',
        press: menu('Watch 01', 'devices.clone'),
      },
    ],
  ],
  [
    '/user/device/$device',
    [
      {
        dialog: 'sendSettings',
        title: 'settings.sendTitle',
        about: 'Watch 01',
        press: button('settings.change'),
      },
      { dialog: 'editDevice', title: 'devices.edit', about: 'Watch 01', press: button('action.edit') },
      {
        dialog: 'deviceCredentials',
        title: 'device.newPassword',
        about: 'Watch 01',
        press: button('device.newPassword'),
      },
      { dialog: 'cloneDevices', title: 'clone.title', about: 'Watch 01', press: button('devices.clone') },
    ],
  ],
  [
    '/user/device/$plain',
    [{ dialog: 'pairWatch', title: 'identity.pair', about: 'Plain', press: button('identity.pair') }],
  ],
  [
    '/user/device/$device?view=people',
    [
      {
        dialog: 'changeOwner',
        title: 'devices.changeOwner',
        about: 'Watch 01',
        press: button('devices.changeOwner'),
      },
      { dialog: 'addRelative', title: 'relatives.dialog', press: button('relatives.add') },
      { dialog: 'addRelative', title: 'relatives.dialog', about: /./, press: menu(ANY, 'action.edit') },
    ],
  ],
  [
    '/admin/gateway/roomViewInteractions',
    [
      { dialog: 'addBLTRoom', title: 'rooms.dialog', press: button('rooms.add') },
      {
        dialog: 'addBLTRoom',
        title: 'rooms.dialog',
        about: 'Room 101',
        press: menu('Room 101', 'action.edit'),
      },
    ],
  ],
  [
    '/admin/gateway',
    [
      { dialog: 'addBLTEntity', title: 'blt.dialog', press: button('gateways.add') },
      {
        dialog: 'entityDetails',
        title: 'blt.details',
        about: 'Gateway 101',
        press: menu('Gateway 101', 'action.details'),
      },
      {
        dialog: 'addBLTEntity',
        title: 'blt.dialog',
        about: 'Gateway 101',
        press: menu('Gateway 101', 'action.edit'),
      },
      {
        dialog: 'configureBLTEntity',
        title: 'blt.configure',
        about: 'Gateway 101',
        press: menu('Gateway 101', 'blt.configure'),
      },
      {
        dialog: 'sendConfigToGateway',
        title: 'gateways.sendConfig',
        about: 'Gateway 101',
        press: menu('Gateway 101', 'gateways.sendConfig'),
      },
      {
        dialog: 'gatewayCredentials',
        title: 'device.newPassword',
        about: 'Gateway 101',
        press: menu('Gateway 101', 'device.newPassword'),
      },
    ],
  ],
  [
    '/admin/beacons',
    [
      { dialog: 'addBLTEntity', title: 'blt.dialog', press: button('beacons.add') },
      { dialog: 'unknownBeacons', title: 'unknownBeacons.title', press: button('unknownBeacons.title') },
      {
        dialog: 'entityDetails',
        title: 'blt.details',
        about: 'Climate 101',
        press: menu('Climate 101', 'action.details'),
      },
      {
        dialog: 'addBLTEntity',
        title: 'blt.dialog',
        about: 'Climate 101',
        press: menu('Climate 101', 'action.edit'),
      },
      {
        dialog: 'configureBLTEntity',
        title: 'blt.configure',
        about: 'Climate 101',
        press: menu('Climate 101', 'blt.configure'),
      },
    ],
  ],
  [
    '/admin/task/list',
    [
      { dialog: 'addTask', title: 'tasks.add', press: button('tasks.add') },
      {
        dialog: 'taskDetails',
        title: 'tasks.details',
        about: /./,
        press: (page) => ({ opener: page.getByTestId('task-row').first().getByRole('button').first() }),
      },
      { dialog: 'taskDetails', title: 'tasks.details', about: /./, press: menu(ANY, 'action.details') },
      { dialog: 'assignTask', title: 'tasks.assign', about: /./, press: menu(ANY, 'tasks.assign') },
    ],
  ],
  [
    '/admin/notifications',
    [
      {
        dialog: 'alarm',
        title: 'alarms.title',
        about: /./,
        press: (page) => ({ opener: page.getByRole('button', { name: /^Details of the alarm of/ }).first() }),
      },
    ],
  ],
]
