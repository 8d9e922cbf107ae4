import { join } from 'node:path'
import type { Project } from 'typescript/unstable/sync'
import {
  type CallExpression,
  isCallExpression,
  isIdentifier,
  isNewExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isStringLiteral,
  isTypeNode,
  isVariableDeclaration,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast'
import { Program } from '../queries/scopes/program.ts'
import { fileOf, isFunction, memberName, visitAll } from '../queries/scopes/syntax.ts'

/** Code of the refusal → the rules it names: the code itself where it names none. */
export type Refusals = Record<string, string[]>

/** Where a call may be refused. */
const LOOKED_AT = ['api/src', 'platform/src', 'contracts/src']
const TESTS = /test\.ts$|\/testing/
/** A form of input names its refusals by its schema. */
const FORMS = /contracts\/src\/(?:http|messages)\//

const SERVES = new Set([
  'serve',
  'toAnyone',
  'written',
  'file',
  'fileToAnyone',
  'fhir',
  'bulk',
  'fhirToAnyone',
  'upload',
])

function isServed({ expression, arguments: { length } }: CallExpression): boolean {
  const callee = isPropertyAccessExpression(expression) ? expression.name : expression
  return length === 2 && isIdentifier(callee) && SERVES.has(callee.text)
}

/** What runs: a type that names a function runs nothing of it. */
function visitWork(node: Node, visit: (node: Node) => void): void {
  if (isTypeNode(node)) return
  visit(node)
  node.forEachChild((child) => visitWork(child, visit))
}

/** What each call may refuse with: whatever its function refuses, and every function that one names, however far. */
class Finder {
  readonly #program: Program
  readonly #reached = new Map<Node, Set<Node>>()

  constructor(program: Program) {
    this.#program = program
  }

  /** The functions and constants that this names. */
  #namedIn(node: Node): Set<Node> {
    const known = this.#reached.get(node)
    if (known) return known
    const found = new Set<Node>()
    this.#reached.set(node, found)
    visitWork(node, (name) => {
      if (!isIdentifier(name)) return
      const declared = this.#program.declarationOf(name)
      const file = declared && fileOf(declared).fileName
      if (!declared || declared === node || !file) return
      if (FORMS.test(file) || !LOOKED_AT.some((folder) => file.includes(`/${folder}/`))) return
      if (isFunction(declared) || isVariableDeclaration(declared) || isPropertyAssignment(declared))
        found.add(declared)
    })
    return found
  }

  #everythingBelow(node: Node): Set<Node> {
    const below = new Set<Node>([node])
    for (const one of below) for (const named of this.#namedIn(one)) below.add(named)
    return below
  }

  refusalsOf(answer: Node): Refusals {
    const found = new Map<string, Set<string>>()
    for (const node of this.#everythingBelow(answer)) {
      visitWork(node, (made) => {
        const refused = isCallExpression(made) ? this.#refusedByName(made) : this.#refusalOf(made)
        for (const [code, keys] of refused) found.set(code, (found.get(code) ?? new Set()).union(keys))
      })
    }
    const entries = [...found].map(([code, keys]): [string, string[]] => [code, [...keys].toSorted()])
    return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
  }

  /** A function may be given the name of the rule: `orConflict('imeiTaken', …)`. */
  #refusedByName({ expression, arguments: given }: CallExpression): [string, Set<string>][] {
    const work = isIdentifier(expression) ? this.#program.functionOf(expression) : undefined
    if (!work) return []
    const found: [string, Set<string>][] = []
    visitWork(work, (made) => {
      if (!isNewExpression(made) || !isIdentifier(made.expression)) return
      const [code, key] = made.arguments ?? []
      if (made.expression.text !== 'Refusal' || !code || !key || !isIdentifier(key)) return
      const place = work.parameters.findIndex((parameter) => this.#program.declarationOf(key) === parameter)
      const named = given[place]
      if (named) for (const one of this.#textsOf(code)) found.push([one, new Set(this.#textsOf(named))])
    })
    return found
  }

  #refusalOf(made: Node): [string, Set<string>][] {
    if (!isNewExpression(made) || !isIdentifier(made.expression)) return []
    const name = made.expression.text
    if (name === 'InvalidFields') return [['invalid', new Set(['invalid'])]]
    if (name !== 'Refusal') return []
    const [code, key] = made.arguments ?? []
    const codes = code ? this.#textsOf(code) : []
    return codes.map((one) => [one, new Set(key ? this.#textsOf(key) : [one])])
  }

  /** Every text that an argument may be. */
  #textsOf(node: Node): string[] {
    if (isStringLiteral(node)) return [node.text]
    return [...this.#program.typeOf(node).matchAll(/"(\w+)"/g)].map(([, text = '']) => text)
  }
}

/** Of each call of the interface, by its name: what its function may refuse with. */
export function findRefusals(project: Project, root: string): Record<string, Refusals> {
  const program = new Program(
    project,
    (file) => LOOKED_AT.some((folder) => file.startsWith(join(root, folder))) && !TESTS.test(file),
  )
  const finder = new Finder(program)
  const found = program.files
    .filter(({ text }) => /\bserve\b/.test(text))
    .flatMap((file) => servedIn(file, program))
    .flatMap(({ names, answer }) =>
      names.map((name): [string, Refusals] => [name, finder.refusalsOf(answer)]),
    )
  return Object.fromEntries(found.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

type Served = { names: string[]; answer: Node }

function servedIn(file: SourceFile, program: Program): Served[] {
  const served: { name: string | undefined; answer: Node }[] = []
  visitAll(file, (node) => {
    if (!isCallExpression(node) || !isServed(node)) return
    const [endpoint, answer] = node.arguments
    if (endpoint && answer) served.push({ name: nameOf(endpoint, program), answer })
  })
  const named = new Set(served.map(({ name }) => name))
  // Served one after the other by the same line: those that this file names and no other line serves.
  const others = [...file.text.matchAll(/\bcontract\.(\w+)/g)].map(([, name = '']) => name)
  const inTurn = others.filter((name) => !named.has(name))
  return served.map(({ name, answer }) => ({ names: name === undefined ? inTurn : [name], answer }))
}

/** By which name the contracts know the call that is served. */
function nameOf(endpoint: Node, program: Program): string | undefined {
  if (isPropertyAccessExpression(endpoint)) return endpoint.name.text
  const declared = isIdentifier(endpoint) ? program.declarationOf(endpoint) : undefined
  const isOfContracts = declared && FORMS.test(fileOf(declared).fileName)
  return isOfContracts ? memberName(declared) : undefined
}
