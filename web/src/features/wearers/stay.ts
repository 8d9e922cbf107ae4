import type { Wearer } from '@carewatch/contracts/http/wearers'

/** Who is away comes back; who has moved out or died wears nothing any more. */
export const isHere = ({ status }: Pick<Wearer, 'status'>): boolean =>
  status === 'ACTIVE' || status === 'AWAY'
