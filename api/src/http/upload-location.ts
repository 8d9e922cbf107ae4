/** Where an uploaded file is read, and what rows that show it keep of it. */
export const locationOf = (uuid: string): string => `/api/upload/${uuid}`
