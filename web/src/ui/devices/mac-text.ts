/** `ac233fc01a10` → `AC:23:3F:C0:1A:10`: as it stands on the back of the thing. */
export const macText = (mac: string): string => (mac.match(/../gu) ?? [mac]).join(':').toUpperCase()
