/** What a person does to an alarm, and each look at the file of an incident, leaves a trace of its own; that a browser showed it names nobody. */
export const shown = {
  acknowledgeAlarm: 'traced',
  atBedside: 'traced',
  cancelAlarm: 'traced',
  checkIn: 'traced',
  checkIncidentFile: 'traced',
  closeAlarm: 'traced',
  closeIncident: 'traced',
  eventsAfter: 'traced',
  commentAlarm: 'traced',
  incidentFile: 'traced',
  issueIncidentFile: 'traced',
  pushReceipt: 'nobody',
  setOwnAccount: 'traced',
  snoozeAlarm: 'traced',
  undoIncident: 'traced',
} as const
