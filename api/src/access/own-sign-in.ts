/** Nobody but whoever asks. */
export const shown = {
  act: 'nobody',
  askForPasskey: 'nobody',
  beginPasskey: 'nobody',
  loginByPasskey: 'nobody',
  newPasskey: 'nobody',
  ownCheckIn: 'nobody',
  ownPasskeys: 'nobody',
  removePasskey: 'nobody',
  beginTotp: 'nobody',
  confirmTotp: 'nobody',
  endTotp: 'nobody',
  endOneSession: 'nobody',
  endOtherSessions: 'nobody',
  sessionListing: 'nobody',
} as const
