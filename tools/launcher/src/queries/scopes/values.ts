import {
  type BinaryExpression,
  type BindingElement,
  type CallExpression,
  isArrayBindingPattern,
  isArrayLiteralExpression,
  isArrowFunction,
  isBinaryExpression,
  isBindingElement,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isForOfStatement,
  isIdentifier,
  isObjectLiteralExpression,
  isParameterDeclaration,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
  isSourceFile,
  isSpreadAssignment,
  isSpreadElement,
  isVariableDeclaration,
  type Node,
  NodeFlags,
  type ParameterDeclaration,
  type PropertyAccessExpression,
  SyntaxKind,
  type VariableDeclaration,
} from 'typescript/unstable/ast'
import {
  ABSENT,
  type Env,
  isThere,
  isValue,
  NO_ENV,
  type Possible,
  type Read,
  together,
  type Value,
  valueOf,
} from './possible.ts'
import type { Program } from './program.ts'
import { answersOf, isFunction, keyOf, memberName, stripped, type Work } from './syntax.ts'

/** Deeper than any expression of ours; whoever comes here goes in circles. */
const DEEPEST = 60

/** They answer what they are called on, as far as it matters here. */
const SAME = new Set(['mapWith', 'inlineParams', 'getSQL', 'as'])
/** Of a list they answer some, or all in another order. */
const SOME = new Set(['toReversed', 'toSorted', 'filter', 'slice'])

/** Follows an expression to what is written down for it: through constants, parameters, properties, choices and functions. */
export class Values {
  readonly #program: Program
  readonly #isRule: (work: Node) => boolean
  /** What the functions further up are given, for the time of one look. */
  #assumed: Env = NO_ENV
  /** What was followed under that, outside of every function that is called. */
  #followed = new Map<Node, Possible[]>()
  #depth = 0

  constructor(program: Program, isRule: (work: Node) => boolean) {
    this.#program = program
    this.#isRule = isRule
  }

  under<Result>(given: Env, look: () => Result): Result {
    const [assumed, followed] = [this.#assumed, this.#followed]
    this.#assumed = new Map([...assumed, ...given])
    this.#followed = new Map()
    try {
      return look()
    } finally {
      this.#assumed = assumed
      this.#followed = followed
    }
  }

  follow({ node: given, env }: Value): Possible[] {
    const node = stripped(given)
    const known = env.size === 0 ? this.#followed.get(node) : undefined
    if (known || this.#depth > DEEPEST) return known ?? [{ node, env }]
    this.#depth += 1
    try {
      const found = this.#step(node, env) ?? [{ node, env }]
      if (env.size === 0) this.#followed.set(node, found)
      return found
    } finally {
      this.#depth -= 1
    }
  }

  #step(node: Node, env: Env): Read {
    if (node.kind === SyntaxKind.NullKeyword) return [ABSENT]
    if (isIdentifier(node)) return node.text === 'undefined' ? [ABSENT] : this.#ofName(node, env)
    if (isConditionalExpression(node))
      return [node.whenTrue, node.whenFalse].flatMap((one) => this.follow({ node: one, env }))
    if (isBinaryExpression(node)) return this.#ofChoice(node, env)
    if (isPropertyAccessExpression(node))
      return this.property({ node: node.expression, env }, node.name.text) ?? this.#ofModule(node)
    if (isElementAccessExpression(node)) return this.anyProperty({ node: node.expression, env })
    return isCallExpression(node) ? this.#ofCall(node, env) : undefined
  }

  /** A function of a module that is imported as a whole. */
  #ofModule({ expression, name }: PropertyAccessExpression): Read {
    const holder = isIdentifier(expression) ? this.#program.declarationOf(expression) : undefined
    if (!holder || !isSourceFile(holder) || !isIdentifier(name)) return undefined
    const work = this.#program.functionOf(name)
    return work && [valueOf(work)]
  }

  #ofChoice({ left, right, operatorToken: { kind } }: BinaryExpression, env: Env): Read {
    const other = () => this.follow({ node: right, env })
    if (kind === SyntaxKind.AmpersandAmpersandToken) return [ABSENT, ...other()]
    if (kind !== SyntaxKind.QuestionQuestionToken && kind !== SyntaxKind.BarBarToken) return undefined
    const found = this.follow({ node: left, env })
    // What a condition of drizzle's falls back to is decided where it is read.
    if (found.some((one) => isValue(one) && isCallExpression(one.node))) return undefined
    return found.every(isThere) ? found : [...found.filter(isThere), ...other()]
  }

  #ofName(name: Node, env: Env): Read {
    const declared = isIdentifier(name) ? this.#program.declarationOf(name) : undefined
    if (!declared) return undefined
    if (isVariableDeclaration(declared)) return this.#ofVariable(declared, env)
    if (isParameterDeclaration(declared)) return this.#ofParameter(declared, env)
    if (isBindingElement(declared)) return this.#ofBinding(declared, env)
    return isFunction(declared) ? [valueOf(declared)] : undefined
  }

  #ofVariable(declared: VariableDeclaration, env: Env): Read {
    const { initializer, parent } = declared
    if (env.has(declared) || this.#assumed.has(declared)) return this.#given(declared, env)
    if (isForOfStatement(parent.parent)) return this.elements({ node: parent.parent.expression, env })
    if (!initializer || !(parent.flags & NodeFlags.Const)) return undefined
    // One entry of a table of values: the same one wherever this name stands.
    const from = stripped(initializer)
    const isEntry = isElementAccessExpression(from) && this.anyProperty({ node: from.expression, env })
    return isEntry ? [{ open: declared }] : this.follow({ node: initializer, env })
  }

  #given(declared: Node, env: Env): Possible[] {
    const value = env.has(declared) ? env.get(declared) : this.#assumed.get(declared)
    return value ? this.follow(value) : [ABSENT]
  }

  #ofParameter(declared: ParameterDeclaration, env: Env): Possible[] {
    if (!env.has(declared) && !this.#assumed.has(declared)) return [{ open: declared }]
    return this.#orUsual(this.#given(declared, env), declared.initializer, env)
  }

  #orUsual(found: Possible[], usual: Node | undefined, env: Env): Possible[] {
    if (!usual || found.every(isThere)) return found
    return [...found.filter(isThere), ...this.follow({ node: usual, env })]
  }

  /** A name that was taken out of an object. */
  #ofBinding(declared: BindingElement, env: Env): Read {
    const taken = this.#taken(declared, env)
    const found = taken && together(taken.whole.map((one) => this.#ofOne(one, taken.name)))
    return found && this.#orUsual(found, declared.initializer, env)
  }

  #taken(declared: BindingElement, env: Env): { whole: Possible[]; name: string } | undefined {
    if (isArrayBindingPattern(declared.parent)) return undefined
    const key = declared.propertyName ?? declared.name
    const [whole, name] = [this.#wholeOf(declared.parent.parent, env), key && keyOf(key)]
    return whole && name !== undefined ? { whole, name } : undefined
  }

  #wholeOf(holder: Node, env: Env): Read {
    if (isParameterDeclaration(holder)) return this.#ofParameter(holder, env)
    if (isVariableDeclaration(holder)) return this.#ofVariable(holder, env)
    return isBindingElement(holder) ? this.#ofBinding(holder, env) : undefined
  }

  /** What a name or a property was taken out of, where that cannot be looked into: a column, out of its table. */
  takenFrom({ node, env }: Value): { whole: Possible[]; name: string } | undefined {
    if (isPropertyAccessExpression(node))
      return { whole: this.follow({ node: node.expression, env }), name: node.name.text }
    const declared = isIdentifier(node) ? this.#program.declarationOf(node) : undefined
    return declared && isBindingElement(declared) ? this.#taken(declared, env) : undefined
  }

  property(whole: Value, name: string): Read {
    return together(this.follow(whole).map((one) => this.#ofOne(one, name)))
  }

  #ofOne(whole: Possible, name: string): Read {
    if (!isValue(whole)) return [whole]
    return isObjectLiteralExpression(whole.node)
      ? this.#ofMembers([...whole.node.properties], name, whole.env)
      : undefined
  }

  /** The last member of this name counts, or one of an object that is put in after it. */
  #ofMembers(members: readonly Node[], name: string, env: Env): Read {
    const member = members.at(-1)
    if (!member) return [ABSENT]
    const before = () => this.#ofMembers(members.slice(0, -1), name, env)
    if (isSpreadAssignment(member)) {
      const found = this.property({ node: member.expression, env }, name)
      return found?.every(isThere) === false ? together([found.filter(isThere), before()]) : found
    }
    if (memberName(member) !== name) return before()
    if (isPropertyAssignment(member)) return this.follow({ node: member.initializer, env })
    return isShorthandPropertyAssignment(member)
      ? this.follow({ node: member.name, env })
      : [{ node: member, env }]
  }

  /** Every property of an object that is asked by a key. */
  anyProperty(whole: Value): Read {
    return together(
      this.follow(whole).map((one) => {
        if (!isValue(one)) return [one]
        const { node, env } = one
        if (!isObjectLiteralExpression(node)) return undefined
        return together(
          [...node.properties].map((member) => {
            if (isSpreadAssignment(member)) return this.anyProperty({ node: member.expression, env })
            const name = memberName(member)
            return name === undefined ? undefined : this.#ofOne(one, name)
          }),
        )
      }),
    )
  }

  #ofCall(node: CallExpression, env: Env): Read {
    const { expression } = node
    if (isPropertyAccessExpression(expression) && SAME.has(expression.name.text)) {
      const found = this.follow({ node: expression.expression, env })
      if (found.every((one) => isValue(one) && !isCallExpression(one.node))) return found
    }
    return together(
      this.follow({ node: expression, env }).map((callee) => {
        if (!isValue(callee) || !isFunction(callee.node)) return isThere(callee) ? undefined : [ABSENT]
        return this.#isRule(callee.node) ? [{ ruled: true }] : this.#answered(callee, { node, env })
      }),
    )
  }

  /** What a function answers to a call of it. */
  #answered(callee: Value, { node: call, env }: Value): Read {
    // Safe: asked of functions alone.
    const { parameters, body } = callee.node as Work
    const args = isCallExpression(call) ? call.arguments : []
    if (!body || args.some(isSpreadElement)) return undefined
    const inner = new Map(callee.env)
    parameters.forEach((parameter, place) => {
      const arg = args[place]
      inner.set(parameter, arg && { node: arg, env })
    })
    return answersOf(body).flatMap((answer) =>
      answer ? this.follow({ node: answer, env: inner }) : [ABSENT],
    )
  }

  /** What is in a list; the list itself where nobody can tell. */
  elements(list: Value): Possible[] {
    return this.follow(list).flatMap((one): Possible[] => {
      if (!isValue(one)) return [one]
      const { node, env } = one
      if (!isArrayLiteralExpression(node)) return isCallExpression(node) ? this.#mapped(node, env) : [one]
      return node.elements.flatMap((element) =>
        isSpreadElement(element)
          ? this.elements({ node: element.expression, env })
          : this.follow({ node: element, env }),
      )
    })
  }

  #mapped(node: CallExpression, env: Env): Possible[] {
    const { expression, arguments: args } = node
    const work = args[0]
    if (!isPropertyAccessExpression(expression) || !work) return [{ node, env }]
    const list = { node: expression.expression, env }
    if (SOME.has(expression.name.text)) return this.elements(list)
    if (expression.name.text !== 'map' || !isArrowFunction(work)) return [{ node, env }]
    return this.elements(list).flatMap((one) => {
      if (!isValue(one) && isThere(one)) return [one]
      const inner = new Map(env).set(work.parameters[0] ?? work, isValue(one) ? one : undefined)
      return answersOf(work.body).flatMap((answer) =>
        answer ? this.follow({ node: answer, env: inner }) : [ABSENT],
      )
    })
  }
}
