import { updateWearer, type Wearer } from '@carewatch/contracts/http/wearers'
import { FormattedMessage } from 'react-intl'
import { call } from '../../http/call.ts'
import { confirmed } from '../../ui/form/confirm.tsx'
import { doAndShow } from '../../ui/page/done.ts'
import { nameOf } from './names.ts'

/** Who was away is here again. */
export async function comeBack(wearer: Wearer): Promise<void> {
  const name = <bdi key="name">{nameOf(wearer)}</bdi>
  const isSure = await confirmed({
    title: 'wearer.comesBack',
    body: <FormattedMessage id="wearer.comesBackBody" values={{ name }} />,
  })
  if (!isSure) return
  const { uuid } = wearer
  await doAndShow('done.saved', () => call(updateWearer, { params: { uuid }, body: { status: 'ACTIVE' } }))
}
