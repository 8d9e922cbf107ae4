/** A socket that has said no token by then is closed. */
export const AUTHORIZE_WITHIN_MS = 5_000
/** Of whoever has not said who they are: a token. */
export const FIRST_FRAME = 16 * 1024
/** Two whole lists of devices that a screen watches. */
export const LARGEST_FRAME = 48 * 1024
export const FRAMES_A_SECOND = 20
export const SOCKETS_A_PERSON = 5
export const HEARTBEAT_MS = 25_000
/** What waits for one that reads too slowly. */
export const LARGEST_BACKLOG = 1024 * 1024
