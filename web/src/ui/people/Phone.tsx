import { Anchor } from '@mantine/core'
import { Ltr } from '../figures/Ltr.tsx'

/** A number that one can call. */
export function Phone({ number }: { number: string | null | undefined }) {
  if (!number) return <span>—</span>
  return (
    <Anchor href={`tel:${number}`} c="inherit" underline="always" style={{ whiteSpace: 'nowrap' }}>
      <Ltr>{number}</Ltr>
    </Anchor>
  )
}
