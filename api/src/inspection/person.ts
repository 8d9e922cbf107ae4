import type { PackPerson } from '@carewatch/contracts/http/monthly-packs'
import type { WearerSummary } from '@carewatch/contracts/wearers'

/** "R.C." of "Ruth Cohen". */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/u)
    .flatMap((word) => /^\P{M}\p{M}*/u.exec(word) ?? [])
    .map((letter) => `${letter.toLocaleUpperCase()}.`)
    .join('')

/** As a pack names them: by initials and where they lay then, and whole where it is asked for. */
export function toPackPerson(wearer: WearerSummary | null, names: boolean): PackPerson | null {
  if (!wearer) return null
  const { room, bed } = wearer.bedsideThen ?? wearer
  return {
    uuid: wearer.uuid,
    initials: initialsOf(wearer.name),
    name: names ? wearer.name : null,
    room,
    bed,
  }
}
