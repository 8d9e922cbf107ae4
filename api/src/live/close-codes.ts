/** What a socket is closed with; 4xxx are ours. */
export const TOKEN_IS_DEAD = 4401
export const TOO_MANY = 4429
export const NOT_UNDERSTOOD = 1008
export const TOO_BIG = 1009
export const TOO_SLOW = 1013
export const GOING_AWAY = 1001
