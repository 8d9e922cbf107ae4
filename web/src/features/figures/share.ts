type Ended = { closed: number; falseAlarms: number }

/** Of those that were ended, how many were none; null: none was ended. */
export const shareOfFalse = ({ closed, falseAlarms }: Ended): number | null =>
  closed === 0 ? null : falseAlarms / closed

type Answered = { alarms: number; inTime?: number | undefined }

/** Of all, how many somebody answered within a minute; null: there were none, or nobody counted. */
export const shareInTime = ({ alarms, inTime }: Answered): number | null =>
  alarms === 0 || inTime === undefined ? null : inTime / alarms
