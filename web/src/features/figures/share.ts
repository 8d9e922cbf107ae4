type Ended = { closed: number; falseAlarms: number }

/** Of those that were ended, how many were none; null: none was ended. */
export const shareOfFalse = ({ closed, falseAlarms }: Ended): number | null =>
  closed === 0 ? null : falseAlarms / closed
