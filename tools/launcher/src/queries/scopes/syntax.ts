import {
  type ArrowFunction,
  isArrowFunction,
  isAsExpression,
  isAwaitExpression,
  isBlock,
  isCallExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isMethodDeclaration,
  isNonNullExpression,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isReturnStatement,
  isSatisfiesExpression,
  isStringLiteral,
  isThrowStatement,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast'

/** A function with a body: what it answers can be read. */
export const isFunction = (node: Node) =>
  isArrowFunction(node) ||
  isFunctionDeclaration(node) ||
  isFunctionExpression(node) ||
  isMethodDeclaration(node)

export type Work = Node & Pick<ArrowFunction, 'parameters'> & { body?: Node }

export const fileOf = (node: Node): SourceFile => node.getSourceFile()
export const lineOf = (node: Node): number => {
  const file = fileOf(node)
  return file.text.slice(0, node.getStart(file)).split('\n').length
}

export function visitAll(node: Node, visit: (node: Node) => void): void {
  visit(node)
  node.forEachChild((child) => visitAll(child, visit))
}

/** Without what changes nothing of a value. */
export const stripped = (node: Node): Node =>
  isParenthesizedExpression(node) ||
  isAsExpression(node) ||
  isSatisfiesExpression(node) ||
  isNonNullExpression(node) ||
  isAwaitExpression(node)
    ? stripped(node.expression)
    : node

export const keyOf = (name: Node): string | undefined =>
  isIdentifier(name) || isStringLiteral(name) ? name.text : undefined

/** By which name a member stands in its object. */
export const memberName = (member: Node): string | undefined =>
  'name' in member && member.name ? keyOf(member.name as Node) : undefined

/** The whole chain of calls that begins with this. */
export function outermost(node: Node): Node {
  const access = node.parent
  if (!isPropertyAccessExpression(access) || access.expression !== node) return node
  return isCallExpression(access.parent) && access.parent.expression === access
    ? outermost(access.parent)
    : node
}

/** Whatever a body may answer; undefined, where it may end without an answer. */
export function answersOf(body: Node): (Node | undefined)[] {
  if (!isBlock(body)) return [body]
  const answers: (Node | undefined)[] = []
  const visit = (node: Node): void => {
    if (isFunction(node)) return
    if (isReturnStatement(node)) answers.push(node.expression)
    node.forEachChild(visit)
  }
  body.forEachChild(visit)
  const last = body.statements.at(-1)
  const isEnded = last && (isReturnStatement(last) || isThrowStatement(last))
  return isEnded ? answers : [...answers, undefined]
}
