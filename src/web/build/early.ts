import type { Plugin } from 'vite'

type Chunk = { fileName: string; imports: string[]; moduleIds: string[]; facadeModuleId: string | null }

/**
 * The entry is small and fetches the rest itself (src/web/main.ts). What the rest needs in any case is named in the page,
 * so that it is on its way before the entry runs; and the page waits with its first paint for the entry, which sets the
 * theme.
 */
export const early = (): Plugin => ({
  name: 'marquee-early',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk') as Chunk[]
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
      const below = (fileName: string, found = new Set<string>()): Set<string> => {
        if (!found.has(fileName)) {
          found.add(fileName)
          for (const next of byName.get(fileName)?.imports ?? []) below(next, found)
        }
        return found
      }
      const of = (module: string) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/web/${module}`))
        if (!chunk) throw new Error(`No chunk begins at src/web/${module}`)
        return below(chunk.fileName)
      }
      const entry = of('main.ts')
      const inBoth = of('public.tsx').intersection(of('private.tsx'))
      const wanted = [...of('root.tsx').union(inBoth)].filter((name) => !entry.has(name))
      return {
        html: html.replace('<script type="module"', '<script type="module" blocking="render"'),
        tags: wanted.map((name) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` },
          injectTo: 'head' as const,
        })),
      }
    },
  },
})
