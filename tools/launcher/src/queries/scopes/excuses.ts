import {
  isFunctionDeclaration,
  isPropertyAssignment,
  isStatement,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast'
import { lineOf } from './syntax.ts'

/** `// unscoped: …`: why a statement may find rows of anybody. */
const EXCUSE = /^\s*(?:\/\/|\/?\*+) ?unscoped: (.*)/
const COMMENT = /^\s*(?:\/\/|\/?\*)/
/** Fewer words say nothing. */
const LEAST_WORDS = 4

/** The excuses of a file, and which of them excuse something. */
export class Excuses {
  readonly #lines: readonly string[]
  readonly #reasons = new Map<number, string>()
  readonly #used = new Set<number>()

  constructor({ text }: SourceFile) {
    this.#lines = text.split('\n')
    for (const [place, line] of this.#lines.entries()) {
      const [, reason] = EXCUSE.exec(line) ?? []
      if (reason !== undefined) this.#reasons.set(place + 1, reason.replace('*/', '').trim())
    }
  }

  /** Whether one stands right above the statement, the property or the function that a node is in. */
  isExcused(node: Node): boolean {
    if (this.#reasons.size === 0) return false
    for (let around: Node | undefined = node; around; around = around.parent) {
      if (!isStatement(around) && !isPropertyAssignment(around)) continue
      const found = this.#above(lineOf(around))
      if (found !== undefined) this.#used.add(found)
      if (found !== undefined || isFunctionDeclaration(around)) return found !== undefined
    }
    return false
  }

  #above(line: number): number | undefined {
    for (let place = line - 1; COMMENT.test(this.#lines[place - 1] ?? ''); place -= 1)
      if (this.#reasons.has(place)) return place
    return undefined
  }

  /** Those without a reason, and those that excuse nothing. */
  faults(): { line: number; fault: string }[] {
    return [...this.#reasons].flatMap(([line, reason]) => {
      if (reason.split(/\s+/).length < LEAST_WORDS) return [{ line, fault: 'unscoped: say why' }]
      return this.#used.has(line) ? [] : [{ line, fault: 'unscoped: nothing below needs it: take it away' }]
    })
  }
}
