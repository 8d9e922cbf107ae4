import { createHash } from 'node:crypto'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest kinds first, so that no worker is left alone with one at the end. */
const FIRST = ['long', 'journeys', 'integration', 'unit-web', 'unit']

/** Kind by kind, and the files of a kind in an order that the seed alone decides: what one leaves behind may not help the next. */
export class SeededOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence
    return files
      .map((file) => {
        const draw = createHash('sha256').update(`${seed} ${file.moduleId}`).digest('hex')
        return { file, kind: FIRST.indexOf(file.project.name), draw }
      })
      .toSorted((one, other) => one.kind - other.kind || (one.draw < other.draw ? -1 : 1))
      .map(({ file }) => file)
  }
}
