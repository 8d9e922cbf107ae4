/** Nobody but whoever asks. */
export const shown = {
  act: 'nobody',
  askForPasskey: 'nobody',
  beginPasskey: 'nobody',
  loginByPasskey: 'nobody',
  newPasskey: 'nobody',
  ownPasskeys: 'nobody',
  removePasskey: 'nobody',
} as const
