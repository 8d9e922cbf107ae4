import type { ReactNode } from 'react'

/** Figures, IMEIs and times keep their own direction inside Hebrew and Arabic. */
export const Ltr = ({ children }: { children: ReactNode }) => <bdi dir="ltr">{children}</bdi>
