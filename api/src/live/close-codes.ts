/** What a socket is closed with; 4xxx are ours. */
export const TOKEN_IS_DEAD = 4401
export const TOO_MANY = 4429
export const NOT_UNDERSTOOD = 1008
export const TOO_BIG = 1009
export const TOO_SLOW = 1013
export const GOING_AWAY = 1001

/** For whoever writes a program, in the AsyncAPI document. */
export const closings: Record<number, string> = {
  [TOKEN_IS_DEAD]:
    'No token in time, one that is not good, a key without `live:read`, or the end of what was good: expired, revoked, signed out. `refused` comes before it.',
  [TOO_MANY]: 'This person or key has as many sockets open as it may; `refused` comes before it.',
  [NOT_UNDERSTOOD]: 'A message that fits no schema here, or too many of them at once.',
  [TOO_BIG]: 'A message that is too long.',
  [TOO_SLOW]: 'Too much waits to be read, or the server cannot answer now: connect again and ask by HTTP.',
  [GOING_AWAY]: 'The server ends: connect again, to another.',
}
