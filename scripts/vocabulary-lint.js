/** The vocabulary as a lint rule: what is declared, and each file, is named in the words of the field. */
import { refusalOf } from './vocabulary.ts'

const named = {
  create(context) {
    const check = (node) => {
      const message = node?.type === 'Identifier' ? refusalOf(node.name) : undefined
      if (message) context.report({ node, message })
    }
    /** A pattern's names: those of a parameter, a variable or a part of one. */
    const pattern = (node) => {
      if (!node) return
      if (node.type === 'Identifier') check(node)
      else if (node.type === 'ObjectPattern') node.properties.forEach((one) => pattern(one.value ?? one.argument))
      else if (node.type === 'ArrayPattern') node.elements.forEach(pattern)
      else if (node.type === 'AssignmentPattern') pattern(node.left)
      else if (node.type === 'RestElement') pattern(node.argument)
      else if (node.type === 'TSParameterProperty') pattern(node.parameter)
    }
    const callable = (node) => {
      check(node.id)
      node.params.forEach(pattern)
    }
    const keyed = (node) => !node.computed && !node.shorthand && check(node.key)
    return {
      Program(node) {
        const file = context.filename.split('/').at(-1).split('.')[0]
        const message = refusalOf(file)
        if (message) context.report({ node, message })
      },
      VariableDeclarator: (node) => pattern(node.id),
      FunctionDeclaration: callable,
      FunctionExpression: callable,
      ArrowFunctionExpression: callable,
      CatchClause: (node) => pattern(node.param),
      ClassDeclaration: (node) => check(node.id),
      TSTypeAliasDeclaration: (node) => check(node.id),
      TSInterfaceDeclaration: (node) => check(node.id),
      ExportSpecifier: (node) => check(node.exported),
      TSPropertySignature: keyed,
      PropertyDefinition: keyed,
      MethodDefinition: keyed,
      Property: (node) => node.parent.type === 'ObjectExpression' && keyed(node),
    }
  },
}

export default { meta: { name: 'vocabulary' }, rules: { named } }
