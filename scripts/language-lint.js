/** The guide to our language as lint rules (language.ts): strings that people read, comments, and the names of tests. */
import { problemsOf } from './language.ts'

/** The text of a literal, with {x} for what is filled in. */
const textOf = (node) =>
  node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked ?? '').join('{x}') : node.value

/** Strings that no person reads. */
const isCode = (text) =>
  /^\s*(const \w+ =|<styleSheet )/.test(text) ||
  /^\s*(<[a-z!{]|:root)/.test(text) ||
  (/^\s*[a-z]+(\s|$)/.test(text) &&
    /\b(select|from|where|set|values|exists|bigint|text,|timestamptz|px|solid|minmax|on conflict)\b/.test(text))

const report = (context, node, kind, text) => {
  for (const problem of problemsOf(kind, text.replace(/\s+/g, ' ').trim()))
    context.report({ node, message: `${problem} — ${text.replace(/\s+/g, ' ').slice(0, 120)}` })
}

const strings = {
  create(context) {
    const kind = /emails\.tsx?$/.test(context.filename) ? 'email' : 'visible'
    const check = (node) => {
      const { parent } = node
      if (/^(TaggedTemplate|Import|Export|TSLiteral)/.test(parent?.type ?? '')) return
      if (parent?.type === 'Property' && parent.key === node) return
      const text = textOf(node)
      if (typeof text === 'string' && !isCode(text)) report(context, node, kind, text)
    }
    return { Literal: check, TemplateLiteral: check, JSXText: check }
  },
}

const comments = {
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        const isDocstring = comment.type === 'Block' && comment.value.startsWith('*')
        const text = comment.value.replace(/^\s*\*+/gm, '').replace(/`[^`]*`/g, '{x}')
        if (/oxlint-disable|@ts-|^\s*(ASVS|OPS|CORE)/.test(text)) continue
        for (const part of text.split(/(?=@(?:param|returns|throws)\b)|\n\s*\n|\n\s*- /)) {
          const kind = isDocstring && !part.startsWith('@') ? 'docstring' : 'comment'
          report(context, comment, kind, part.replace(/^@\w+( \w+)?/, ''))
        }
      }
    },
  }),
}

const TEST = /^(it|test|describe)$/
const titles = {
  create: (context) => ({
    CallExpression({ callee, arguments: [title] }) {
      const name =
        callee.type === 'MemberExpression'
          ? callee.object
          : callee.type === 'CallExpression'
            ? (callee.callee.object ?? callee.callee)
            : callee
      if (!TEST.test(name?.name ?? '') || !title) return
      const text = title.type === 'Literal' || title.type === 'TemplateLiteral' ? textOf(title) : undefined
      if (typeof text === 'string') report(context, title, 'title', text)
    },
  }),
}

export default { meta: { name: 'language' }, rules: { strings, comments, titles } }
