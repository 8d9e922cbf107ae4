/** What an examination of one thing found. `wrong`: it does not work, or people are in danger; `look`: it works, and somebody should know. */
export type Finding = { state: 'fine' | 'look' | 'wrong'; what: string; why: string }

export const fine = (what: string, why = ''): Finding => ({ state: 'fine', what, why })
export const look = (what: string, why: string): Finding => ({ state: 'look', what, why })
export const wrong = (what: string, why: string): Finding => ({ state: 'wrong', what, why })
