/** The address below which everything of FHIR stands, as it is known outside. */
export const baseOf = ({ publicUrl }: { publicUrl: string }): string =>
  `${publicUrl.replace(/\/$/, '')}/api/fhir`

/** Where programs ask for access tokens. */
export const tokenUrlOf = (at: { publicUrl: string }): string => `${baseOf(at)}/auth/token`
