import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { API_BASE } from './src/contract/base.ts'

/** In development the page comes from here, so it is filled in as the server does it. */
const settings: Plugin = {
  name: 'marquee-settings',
  apply: 'serve',
  transformIndexHtml: async (page) => {
    const [{ parseEnv }, { settingsOf }] = await Promise.all([
      import('./src/server/env.ts'),
      import('./src/server/http/web.ts'),
    ])
    return page.replace('<!--settings-->', settingsOf(parseEnv(process.env), { isMailStored: true }))
  },
}

const MANTINE_COMPONENT = /^(.*\/@mantine\/(?:core|dates))\/esm\/(?:components|utils)\/(?:.*\/)?(\w+)\/\2\.mjs$/

/** Gives each Mantine component that is used its own style sheet: none is forgotten, and none is fetched in vain. */
const mantineStyles: Plugin = {
  name: 'marquee-mantine-styles',
  apply: 'build',
  transform(code, id) {
    const [, home, component] = MANTINE_COMPONENT.exec(id) ?? []
    const sheet = `${home}/styles/${component}.layer.css`
    if (component && existsSync(sheet)) return { code: `${code}\nimport '${sheet}'\n`, map: null }
  },
}

const shared = { minShareCount: 2 }
const featureOf = (id: string) => /src\/features\/[^/]+\/([^/]+)/.exec(id)?.[1]
const RULES = /src\/features\/[^/]+\/([^/]+)\/(?:([a-z]+)-)?(?:contract|rules)\.ts$/
/** What each bulk action and import asks of which feature: it needs the contracts of all, and nobody before rows are selected. */
const actions = /src\/features\/lists\/bulk-actions\/(?!contract|rules)/
/** What is behind the sign-in, and what any screen there is made of: Mantine's ground, the contracts, the smallest parts. */
const app = [
  /src\/app\/web\/private\.tsx$|\/useBlocker\./,
  /src\/contract\/(?!factors|single-sign-on|timeline|filter\.|relative-day|delegation)|\/zod\//,
  /\/@mantine\/core\/esm\/(core|utils)\/(?!Floating|.*use-mantine-color-scheme)/,
  /\/(Alert|CheckIcon|Group|NativeSelect|Text|TextInput|VisuallyHidden)\.mjs$/,
  /\/use-merged-ref\.mjs$/,
  /src\/web\/ui\/(ActionButton|breakable|EmptyState|ErrorState|LoadFailed|Page|Skeleton|StatusPill|Thumb|lazyDialog|useOpener|prefetchOnHover)\./,
]

/**
 * Few files, because each costs a round trip: the entry, what the sign-in needs, what every screen behind it needs, then what
 * screens are made of, by what it is for. A group takes along whatever its modules need and no group before it has.
 */
const chunks = [
  { name: 'start', test: /src\/app\/web\/main\.ts$/ },
  { name: 'base', test: /src\/app\/web\/(root|public)\.tsx$/ },
  { name: 'calls', test: /src\/features\/access\/session\/web\/sign-in\.ts$/ },
  { name: 'app', test: (id: string) => app.some((part) => part.test(id)) },
  // Before what takes them along: else who needs a switch or an icon of it fetches all of it.
  { name: 'switch', test: /\/Switch\.mjs$/ },
  { name: 'icons', test: /@tabler\/icons-react/, entriesAware: true, entriesAwareMergeThreshold: 3000, ...shared },
  {
    debugName: 'rules',
    // Each subject of a feature by itself: a screen of one needs not all.
    name: (id: string) => `rules-${(RULES.exec(id) ?? []).slice(1).filter(Boolean).join('-')}`,
    test: (id: string) => RULES.test(id) && !actions.test(id),
    includeDependenciesRecursively: false,
    ...shared,
  },
  // Forms have an address, too.
  { name: 'address', test: /src\/web\/list\/(address|opened|read-address)\./, ...shared },
  // What a filter or a menu of a list opens comes when it is wanted.
  {
    name: 'list',
    test: /src\/web\/(list\/(?!DownloadProgress|RowActions|RangePopover|DayFilter|RangeFilter|ListMenu)|form\/DateRange\.)/,
    ...shared,
  },
  { name: 'popover', test: /\/Popover\.mjs$/, ...shared },
  { name: 'choose', test: /\/Select\.mjs$/, ...shared },
  { name: 'form', test: /src\/web\/form\/(useDraft|DraftBanner|LeaveGuard|Pair)\./, ...shared },
  // A person's picture is cropped and pasted as well, and sent by a call of its own.
  {
    name: 'pictures',
    test: /src\/(features\/programming\/media\/web\/(BasicPicker|PasteButton|shape)|web\/ui\/useFilePaste)\./,
    ...shared,
  },
  {
    name: 'media',
    test: /src\/features\/programming\/media\/web\/(DropArea|useSending)\.|src\/web\/api\/upload\./,
    ...shared,
  },
  // The rest in as many files as there are sets of screens that need the same.
  {
    debugName: 'shared',
    name: (id: string) => featureOf(id) ?? 'shared',
    entriesAware: true,
    entriesAwareMergeThreshold: 200,
    ...shared,
  },
  // What every screen, and every list, has come after its first paint.
  {
    name: 'later',
    test: /src\/features\/(access\/approvals\/web\/WaitingCount|messages\/alerts\/(web\/Bell|rules)|operations\/demo\/web\/DemoNote)\./,
  },
  { name: 'lists-later', test: /src\/(web\/list\/RowsView|features\/lists\/views\/(web\/ViewTabs|rules))\./ },
]

const short = (name: string) => name.split('~')[0]!

type Chunk = { fileName: string; imports: string[]; moduleIds: string[]; viteMetadata?: { importedCss: Set<string> } }

/** What is built, by what of it a module needs. */
function builtOf(bundle: Rolldown.OutputBundle) {
  const built = Object.values(bundle).filter((file) => file.type === 'chunk') as Chunk[]
  const below = (fileName: string, found = new Set<string>()): Set<string> => {
    if (!found.has(fileName)) {
      found.add(fileName)
      for (const next of built.find((chunk) => chunk.fileName === fileName)?.imports ?? []) below(next, found)
    }
    return found
  }
  return {
    /** The files of scripts that a module needs before it runs. */
    scriptsOf(module: string): Set<string> {
      const chunk = built.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/${module}`)))
      if (!chunk) throw new Error(`No chunk holds ${module}`)
      return below(chunk.fileName)
    },
    sheetsOf: (scripts: Iterable<string>) =>
      [...scripts].flatMap((name) => [
        ...(built.find((chunk) => chunk.fileName === name)?.viteMetadata?.importedCss ?? []),
      ]),
  }
}

/**
 * The entry is small and fetches the rest itself (src/app/web/main.ts). What any visit needs is named in the page, so that it
 * is on its way before the entry runs; and the page waits with its first paint for the entry, which sets the theme. What
 * a screen needs is written down for the server, which names it in the pages of its address (src/server/http/early.ts).
 */
const early: Plugin = {
  name: 'marquee-early',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const { scriptsOf, sheetsOf } = builtOf(bundle)
      const entry = scriptsOf('src/app/web/main.ts')
      const [own] = entry
      const wanted = scriptsOf('src/app/web/root.tsx').difference(entry)
      const font = Object.keys(bundle).find((name) => /inter-text-/.test(name))
      return {
        html: html.replace(`src="/${own}"`, 'blocking="render" $&'),
        tags: [
          ...[...wanted].map((name) => ({ rel: 'modulepreload', href: `/${name}` })),
          ...sheetsOf(wanted).map((name) => ({ rel: 'stylesheet', href: `/${name}` })),
          { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}` },
        ].map((attrs) => ({ tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head' as const })),
      }
    },
  },
  async generateBundle(_, bundle) {
    const { scriptsOf, sheetsOf } = builtOf(bundle)
    const inPage = scriptsOf('src/app/web/root.tsx').union(scriptsOf('src/app/web/main.ts'))
    const filesOf = (...modules: string[]) => {
      const scripts = modules.reduce((all, module) => all.union(scriptsOf(module)), new Set<string>())
      const wanted = scripts.difference(inPage)
      return [...sheetsOf(wanted), ...wanted].map((name) => `/${name}`)
    }
    const screens = []
    for (const file of globSync('src/features/*/*/web/screens.ts', { cwd: import.meta.dirname }).sort()) {
      const found = (await import(`./${file}`)) as { screens: readonly { path: string; load: () => unknown }[] }
      for (const { path: at, load } of found.screens) {
        const page = /import\(['"]\.\/([^'"]+)['"]\)/.exec(load.toString())?.[1]
        if (!page) throw new Error(`${file} does not say which file shows ${at}`)
        screens.push({ path: at, files: filesOf(HALF, `${path.posix.dirname(file)}/${page}`) })
      }
    }
    this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify({ any: filesOf(HALF), screens }) })
  },
}

/** Made of what runs, for the most part, before a screen stands. */
const COMPILED_AHEAD = ['start', 'base', 'app', 'calls', 'list', 'shared', 'popover', 'switch', 'icons', 'address']
/** Has browsers that know the hint compile a whole file beside the page's thread, and not each function when it is first called. */
const compiledAhead: Plugin = {
  name: 'marquee-compiled-ahead',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler: (_, bundle) => {
      for (const file of Object.values(bundle))
        // It must be the first line.
        if (file.type === 'chunk' && COMPILED_AHEAD.includes(short(file.name)))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  },
}

/** What is behind the sign-in. */
const HALF = 'src/app/web/private.tsx'

export default defineConfig({
  plugins: [react(), settings, mantineStyles, early, compiledAhead],
  build: {
    outDir: 'dist/web',
    // The page's policy lets fonts and images come from files only.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    // Of every package whose code is sent to browsers: their licences ask for it.
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
        // What is shared would be named by all who share it, in each of them and in the list of what is fetched beforehand.
        chunkFileNames: ({ name }) => `assets/${short(name)}-[hash:7].js`,
        assetFileNames: ({ names }) => `assets/${short(names[0]?.replace(/\.\w+$/, '') ?? 'file')}-[hash:7][extname]`,
      },
    },
  },
  server: { proxy: { [API_BASE]: `http://127.0.0.1:${process.env.PORT || 4400}` } },
})
