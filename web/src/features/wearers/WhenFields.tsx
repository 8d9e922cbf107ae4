import type { Failure } from '../../http/failure.ts'
import type { Inputs } from '../../ui/form/inputs.ts'
import { MomentChoice } from './MomentChoice.tsx'
import type { When } from './when.ts'
import styles from './Wearers.module.css'

type Props = {
  form: Inputs & { failure: Failure | null }
  set: (name: keyof When, written: string | null) => void
}

const DAY_MS = 86_400_000

/** From when until when somebody wears a watch: from now on until somebody ends it, unless one says otherwise. */
export function WhenFields({ form, set }: Props) {
  return (
    <div className={styles['moments']}>
      <MomentChoice
        form={form}
        set={(written) => set('from', written)}
        name="from"
        label="wearer.from"
        usual="wearer.whenNow"
        first={() => new Date()}
      />
      <MomentChoice
        form={form}
        set={(written) => set('until', written)}
        name="until"
        label="wearer.untilWhen"
        usual="wearer.whenOpen"
        first={() => new Date(Date.now() + DAY_MS)}
      />
    </div>
  )
}
