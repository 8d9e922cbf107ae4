/** What a person does to an alarm, and each look at the file of an incident, leaves a trace of its own. */
export const shown = {
  acknowledgeAlarm: 'traced',
  atBedside: 'traced',
  cancelAlarm: 'traced',
  checkIncidentFile: 'traced',
  closeAlarm: 'traced',
  closeIncident: 'traced',
  commentAlarm: 'traced',
  incidentFile: 'traced',
  issueIncidentFile: 'traced',
  snoozeAlarm: 'traced',
  undoIncident: 'traced',
} as const
