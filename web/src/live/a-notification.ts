import type { Notification } from '@carewatch/contracts/notifications'

/** An unacknowledged SOS, for tests; what matters to a test is given. */
export const aNotification = (given: Partial<Notification> = {}): Notification => ({
  uuid: '0192f0a0-0000-7000-8000-000000000001',
  id: 1,
  type: 'ALARM',
  kind: 'SOS',
  direction: 'NONE',
  severity: 'CRITICAL',
  metric: null,
  value: null,
  late: false,
  count: 1,
  message: '',
  alarmUuid: null,
  deviceUuid: '0192f0a0-0000-7000-8000-00000000000d',
  deviceIMEI: '352099001700208',
  deviceName: 'Mum',
  createdAt: new Date('2026-03-01T12:00:00Z'),
  lastAt: given.createdAt ?? new Date('2026-03-01T12:00:00Z'),
  active: true,
  acknowledged: false,
  acknowledgedBy: null,
  acknowledgedAt: null,
  ...given,
})
