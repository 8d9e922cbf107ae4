/** What a person does to an alarm leaves a trace of its own. */
export const shown = {
  acknowledgeAlarm: 'traced',
  atBedside: 'traced',
  cancelAlarm: 'traced',
  closeAlarm: 'traced',
  closeIncident: 'traced',
  commentAlarm: 'traced',
  snoozeAlarm: 'traced',
  undoIncident: 'traced',
} as const
