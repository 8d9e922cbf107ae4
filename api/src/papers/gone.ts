/** Stands where a name was. */
export const GONE = '…'
