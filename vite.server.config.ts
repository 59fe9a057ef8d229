import { existsSync } from 'node:fs'
import { defineConfig } from 'vite'

/** They read files beside themselves: WebAssembly with the database's own files, and native code. */
const STAY_PACKAGES = ['@electric-sql/pglite', 'sharp']

/** The server in a few files with what it uses of its packages: what it can begin without is read when it is needed. */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external: STAY_PACKAGES },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node26',
    minify: false,
    sourcemap: true,
    // Of every package whose code is in it: their licences ask for it.
    license: { fileName: 'licenses.md' },
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        main: 'src/app/built.ts',
        'embedded-process': 'src/server/db/embedded-process.ts',
        // The product is whole without it.
        ...(existsSync('demo') && { demo: 'demo/index.ts' }),
      },
      // By name alone: Node keeps what it compiled of a file by the file's name.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', sourcemapExcludeSources: true },
    },
  },
})
