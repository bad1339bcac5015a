import { parseAst, transformWithOxc } from 'vite'

/** The behaviour of a file: its syntax tree without types, comments, positions and prose. */
interface Behaviour {
  tree: string
  /** The names that it uses without declaring them: globals, and missing ones. */
  undeclared: Set<string>
  /** The names it declares and does not use. */
  unused: Set<string>
  /** All names that it declares. */
  names: Set<string>
  imports: Set<string>
  exports: Set<string>
}

interface Node {
  type: string
  [field: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Rejects if the text cannot be parsed. */
export async function behaviourOf(path: string, text: string): Promise<Behaviour> {
  const { code } = await transformWithOxc(text, path, { sourcemap: false })
  const program = parseAst(code) as unknown as Node
  const used = new Set<string>()
  const declared = new Set<string>()
  const imports = new Set<string>()
  const exports = new Set<string>()
  // A declaration is visited before the name itself, which then doesn't count as a use.
  const declarations = new Set<Node>()
  visit(program, (node) => {
    for (const identifier of declaredBy(node).flatMap(identifiersIn)) {
      declarations.add(identifier)
      declared.add(nameOf(identifier))
    }
    for (const identifier of usedBy(node)) if (!declarations.has(identifier)) used.add(nameOf(identifier))
    // Without its declaration, a private member cannot even be loaded.
    for (const member of [node.property, node.left])
      if (isNode(member) && member.type === 'PrivateIdentifier') used.add(`#${nameOf(member)}`)
    if (isNode(node.key) && node.key.type === 'PrivateIdentifier') declared.add(`#${nameOf(node.key)}`)
    if (node.type === 'ImportDeclaration') {
      const from = (node.source as Node).value
      imports.add(`${from}`)
      for (const one of node.specifiers as Node[])
        imports.add(`${from} ${JSON.stringify(nameOf(one.imported))}`)
    }
    if (node.type === 'ExportSpecifier') exports.add(nameOf(node.exported))
    if (node.type === 'ExportNamedDeclaration' && isNode(node.declaration)) {
      const { declarations: several = [] } = node.declaration as { declarations?: Node[] }
      for (const one of [node.declaration, ...several])
        for (const identifier of declaredBy(one).flatMap(identifiersIn)) exports.add(nameOf(identifier))
    }
  })
  return {
    tree: JSON.stringify(program, (key, value) => (isPosition(key) ? undefined : onlyWhatActs(value))),
    undeclared: used.difference(declared),
    unused: declared.difference(used),
    names: declared,
    imports,
    exports,
  }
}

/**
 * Why undoing would prove nothing; nothing, if it would. What misses a name fails wherever it is loaded,
 * which any test notices, and tells nothing of the bug.
 */
export function whyUseless(now: Behaviour, undone: Behaviour): string | undefined {
  if (now.tree === undone.tree) return 'it changes types, comments, prose or dead code only'
  const missing = [...undone.undeclared.difference(now.undeclared)].filter((name) => !(name in globalThis))
  if (missing.length > 0) return `it misses ${missing.join(', ')}`
  const idle = [...undone.unused.difference(now.unused)].filter((name) => !now.names.has(name))
  if (idle.length > 0) return `nothing uses ${idle.join(', ')} any more`
  if (undone.imports.difference(now.imports).size > 0) return 'it imports what may be gone'
  if (now.exports.difference(undone.exports).size > 0) return 'it lacks what others import'
  return undefined
}

function visit(node: Node, see: (node: Node) => void): void {
  see(node)
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, see)
}

const nameOf = (value: unknown) => (isNode(value) ? String(value.name ?? value.value) : 'all')

/** The identifiers that a node itself has, but for keys and labels. */
function usedBy(node: Node): Node[] {
  return Object.entries(node).flatMap(([field, value]) => {
    const isKey =
      !node.computed &&
      ((node.type === 'MemberExpression' && field === 'property') ||
        (/^(Property|MethodDefinition|PropertyDefinition)$/.test(node.type) && field === 'key'))
    const isLabel = field === 'label' || /^(Import|Export).*Specifier$|^MetaProperty$/.test(node.type)
    if (isKey || isLabel) return []
    return (Array.isArray(value) ? value : [value]).filter(
      (child): child is Node => isNode(child) && child.type === 'Identifier',
    )
  })
}

/** The patterns that a node declares. */
function declaredBy(node: Node): unknown[] {
  if (/Function|Class/.test(node.type)) return [node.id, ...((node.params as unknown[] | undefined) ?? [])]
  if (node.type === 'VariableDeclarator') return [node.id]
  if (node.type === 'CatchClause') return [node.param]
  if (/^Import.*Specifier$/.test(node.type)) return [node.local]
  return []
}

function identifiersIn(pattern: unknown): Node[] {
  if (!isNode(pattern)) return []
  if (pattern.type === 'Identifier') return [pattern]
  if (pattern.type === 'AssignmentPattern') return identifiersIn(pattern.left)
  const parts = pattern.elements ?? pattern.properties ?? [pattern.argument ?? pattern.value]
  return (parts as unknown[]).flatMap(identifiersIn)
}

const isPosition = (key: string) => /^(start|end|loc|range|raw)$/.test(key)

/**
 * Ignores sentences, which are for people. SQL is in tagged templates, and stays. Code after a return is
 * never reached.
 */
function onlyWhatActs(value: unknown): unknown {
  if (!isNode(value)) return value
  if (value.type === 'Literal' && typeof value.value === 'string' && value.value.trim().includes(' '))
    return { ...value, value: 'prose' }
  if (value.type === 'TemplateLiteral') return { ...value, quasis: [] }
  if (value.type === 'TaggedTemplateExpression')
    return { ...value, quasi: { ...(value.quasi as Node), type: 'Tagged' } }
  if (value.type === 'BlockStatement') {
    const statements = value.body as Node[]
    const end = statements.findIndex(({ type }) => /^(Return|Throw)Statement$/.test(type)) + 1
    const isReached = ({ type }: Node, index: number) =>
      end === 0 || index < end || type === 'FunctionDeclaration'
    return { ...value, body: statements.filter(isReached) }
  }
  return value
}
