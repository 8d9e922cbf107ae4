import type { MonthlyPack, PackPart, PackPerson } from '@carewatch/contracts/http/monthly-packs'
import { FormattedMessage, useIntl } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import { roughDuration } from '../../ui/figures/duration.ts'
import { bedsideOf } from '../../ui/people/place-name.ts'

export type Of = { pack: MonthlyPack }

/** About how long; none: it never was. */
export function Lasting({ seconds }: { seconds: number | null }) {
  const intl = useIntl()
  return seconds === null ? '—' : <bdi>{roughDuration(intl, seconds)}</bdi>
}

/** By initials, or whole, and where they lay; where it is about nobody, what or where it was. */
export function Whose({ person, place = null }: { person: PackPerson | null; place?: string | null }) {
  const intl = useIntl()
  if (!person) return place === null ? '—' : <bdi>{place}</bdi>
  const bedside = bedsideOf(intl, { ...person, name: '', imageUrl: null, status: 'ACTIVE' })
  return (
    <>
      <bdi>{person.name ?? person.initials}</bdi>
      {bedside ? ` · ${bedside}` : null}
    </>
  )
}

const texts: Record<PackPart, MessageId> = {
  calls: 'pack.cutCalls',
  unanswered: 'pack.cutGravest',
  unreached: 'pack.cutGravest',
  silences: 'pack.cutSilences',
  changes: 'pack.cutChanges',
}

/** What is left out of a part, and how much that is. */
export function Cut({ pack, part }: Of & { part: PackPart }) {
  const [all, shown] = [pack.all[part], pack[part].length]
  return all > shown ? (
    <p data-testid={`cut-${part}`}>
      <b>
        <FormattedMessage id={texts[part]} values={{ all, shown }} />
      </b>
    </p>
  ) : null
}
