import type { MessageId } from '../../i18n/messages.ts'

/** What the texts of the guide name, each by the message that stands on it: a button that is called otherwise is called so here too. */
export const buttons = {
  acknowledge: 'action.acknowledge',
  undo: 'alarms.undo',
  bedside: 'alarms.do.bedside',
  details: 'alarms.details',
  close: 'alarms.do.close',
  defer: 'tasks.defer',
  call: 'overview.call',
  locate: 'overview.locate',
  duty: 'duty.add',
  rehearse: 'rehearsal.action',
  tryWatch: 'escalation.tryWatch',
  test: 'channels.test',
  down: 'connection.down',
  walk: 'walk.title',
} as const satisfies Record<string, MessageId>

/** Screens that they lead to, each by its line in the menu. */
export const places = {
  profile: { to: '/user/detail/$uuid', text: 'menu.profile' },
  branches: { to: '/admin/branches', text: 'menu.branches' },
  gateways: { to: '/admin/gateway', text: 'menu.gateways' },
  dashboard: { to: '/admin/dashboard', text: 'menu.dashboard' },
  audit: { to: '/admin/audit', text: 'menu.audit' },
} as const satisfies Record<string, { to: string; text: MessageId }>
